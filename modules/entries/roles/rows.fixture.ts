import { admins, butFor, forAll, nobody, only, signedIn, type Row, type Who } from '#server/roles/row.ts'
import { community, onEvent, ownId, type Body } from '#server/roles/ways.fixture.ts'
import { ADMINS, INSIDERS } from '#server/roles/askers.ts'
import type { Event, LeagueWorld } from '#server/roles/world.fixture.ts'

// who is in an event that runs is looked after to its end
const onList = (call: string, who: Who, body: Body = () => ({}), more: Partial<Row> = {}): Row => ({
  closed: 'open',
  ...onEvent(`entries.${call}`, who, body, more),
  ask: (at, _, event, other) => ({ at: { refId: event.id }, body: body(at, event, other) }),
})
const entrants = butFor(only('MEMBER_REQUIRED', ...INSIDERS), {
  participant: 'ALREADY_REGISTERED',
  waiting: 'ALREADY_REGISTERED',
  spectator: 'SPECTATING',
  banned: 'MEMBER_BANNED',
  applicant: 'APPLICATION_PENDING',
})
/** Where drivers enter alone. */
const ALONE = { given: 'update sessions set driver_swap = false where league_id = $1' }
const entered = (event: Event): object => ({
  listType: 'SingleEvent',
  entry: { car: { model: '34' } },
  password: event.passwords.entry,
  waitingList: true,
})
const drivers = only('FORBIDDEN', 'participant', 'admin', 'owner')
const entryId = (at: LeagueWorld): string => at.grid[0]!
const foreignEntry: Body = (_, __, other) => ({ entryId: entryId(other), car: { model: '2' } })
const OUT = nobody('NOT_FOUND')

const team = (event: Event): object => ({
  team: { name: 'Night Owls', pin: 'K7QP', car: { model: '34' }, password: event.passwords.entry },
  waitingList: true,
})
const joiners = butFor(entrants, { ...entrants.but, participant: 'ALREADY_IN_TEAM', waiting: 'ALREADY_IN_TEAM' })
const manager = only('MANAGER_REQUIRED', 'participant')
/** The stewards drive in the participant's team. */
const OF_THREE = {
  given: `insert into entry_drivers (entry_id, session_id, user_id, is_manager, joined_at)
    select e.id, e.session_id, m.user_id, false, e.registered_at from (
      select distinct on (session_id) * from entries where status = 'ACTIVE' order by session_id, registered_at
    ) e join sessions s on s.id = e.session_id join memberships m on m.league_id = s.league_id and m.role = 'steward' where s.league_id = $1`,
}
const ofSteward: Body = (at) => ({ entryId: entryId(at), driverId: at.cast.steward.id })

/** The check-in of every event is open. */
const CHECKING_IN = { given: `update sessions set check_in = true, check_in_closes_at = starts_at - interval '30 minutes' where league_id = $1` }

export const ROWS: readonly Row[] = [
  community('entries.entriesEndedByBans', admins),
  { ...community('entries.entriesOfMember', admins), ask: (at) => ({ at: { leagueId: at.league, userId: at.cast.otherMember.id } }) },
  onList('entryList', signedIn),
  onList('publicEntryList', signedIn),
  { call: 'entries.myEntries', on: 'person', ask: () => ({}), who: signedIn },
  { call: 'entries.myNext', on: 'person', ask: () => ({}), who: signedIn },
  { call: 'entries.myNight', on: 'person', ask: () => ({}), who: signedIn },
  onList('downloadEntryList', admins),
  onList('exportEntryList', only('FORBIDDEN', 'spectator', 'steward', ...ADMINS)),
  // before they register: nobody does both
  {
    ...onList('AddSpectator', butFor(entrants, { ...entrants.but, applicant: 'MEMBER_REQUIRED' }), undefined, { closed: 'first', answers: 'same' }),
    ask: (_, self, event) => ({ at: { refId: event.id }, body: { driverId: ownId(self), password: event.passwords.entry } }),
  },
  onList('AddEntry', entrants, (_, event) => entered(event), { closed: 'first', answers: 'first', ...ALONE }),
  onList('AddEntry', entrants, (_, event, other) => ({ ...entered(event), leagueId: other.league }), {
    as: 'into another community',
    closed: 'first',
    namesOther: true,
    ...ALONE,
  }),
  onList('teamPassword', only('NOT_REGISTERED', 'participant', 'waiting')),
  onList('RegisterTeam', entrants, (_, event) => team(event), { closed: 'first', answers: 'first' }),
  onList('JoinTeam', joiners, (at, event) => ({ entryId: entryId(at), password: event.passwords.team }), { closed: 'first' }),
  onList(
    'JoinTeam',
    butFor(joiners, { ...joiners.but, ...forAll(['member', 'left', 'steward', ...ADMINS], 'NOT_FOUND') }),
    (_, __, other) => ({ entryId: entryId(other) }),
    {
      as: 'another event’s team',
      closed: 'first',
    },
  ),
  onList(
    'LeaveTeam',
    butFor(only('NOT_REGISTERED', 'steward'), { participant: 'MANAGER_CANNOT_LEAVE' }),
    (at) => ({ entryId: entryId(at) }),
    OF_THREE,
  ),
  onList('RenameTeam', manager, (at) => ({ entryId: entryId(at), name: 'Day Owls' })),
  onList('ChangePassword', manager, (at) => ({ entryId: entryId(at), password: 'geheim' })),
  onList('AssignManager', manager, ofSteward, OF_THREE),
  onList('RemoveTeamMember', manager, ofSteward, OF_THREE),
  onList('ChangeCar', drivers, (at) => ({ entryId: entryId(at), car: { model: '2' } })),
  onList('ChangeCar', OUT, foreignEntry, { as: 'another event’s entry' }),
  onList('ChangeSkin', drivers, (at) => ({ entryId: entryId(at), skin: null })),
  onList('ChangeRaceNumber', drivers, (at) => ({ entryId: entryId(at), raceNumber: 997 })),
  onList('RemoveEntry', admins, (at) => ({ entryId: entryId(at), reason: 'no show' })),
  onList('RemoveEntry', butFor(admins, forAll(ADMINS, 'NOT_FOUND')), (_, __, other) => ({ entryId: entryId(other) }), {
    as: 'another event’s entry',
  }),
  onList('Leave', only('NOT_REGISTERED', 'participant', 'waiting')),
  onList('CheckIn', drivers, (at) => ({ entryId: entryId(at) }), { ...CHECKING_IN, staysDone: true }),
  onList('CheckIn', OUT, (_, __, other) => ({ entryId: entryId(other) }), { as: 'another event’s entry', ...CHECKING_IN }),
  onList('spectators', signedIn),
  onList('RemoveSpectator', only('ADMIN_REQUIRED', 'spectator', ...ADMINS), (at) => ({ driverId: at.cast.spectator.id }), { answers: 'same' }),
  onList('SetGridPositions', admins, (at) => ({ grid: at.grid })),
]
