import { DAY_MS } from '#core/duration.ts'
import { ADMINS, type Asker, INSIDERS } from '#server/roles/askers.ts'
import { admins, butFor, forAll, nobody, only, signedIn, type Row } from '#server/roles/row.ts'
import { community, onEvent } from '#server/roles/ways.fixture.ts'
import type { TournamentType } from '#modules/sessions/rules/season.ts'
import type { TournamentStatus } from '../rules.ts'

const POINTS = `{"overallPointTable": [25, 18], "onlyBestRaceTime": false}`
/** Each community's season has its id; everybody of the community drives in it. */
const season = (status: TournamentStatus, type: TournamentType = 'CHAMPIONSHIP', driver = 'ACTIVE', event = 'WAITING'): Partial<Row> => ({
  given: `with made as (
      insert into tournaments (id, league_id, type, status, game, name, join_after_start, session_skip_limit, point_system, max_entries, taken, created_by, created_at)
      select $1, $1, '${type}', '${status}', 'acc', 'Winter season', true, 2, '${POINTS}', 20, ${driver === 'ACTIVE' ? '(select count(*) from memberships n where n.league_id = $1)' : '0'}, m.user_id, now()
      from memberships m where m.league_id = $1 and m.role = 'owner' returning id
    ), coming as (
      insert into tournament_sessions (session_id, tournament_id)
      select s.id, made.id from made, sessions s where s.league_id = $1 and s.game = 'acc' and s.status = '${event}' order by s.id limit 1
      on conflict (session_id) do update set tournament_id = excluded.tournament_id
    )${
      driver === ''
        ? ' select 1'
        : ` insert into tournament_entries (tournament_id, user_id, status, registered_at)
      select made.id, m.user_id, '${driver}', now() from made, memberships m where m.league_id = $1`
    }`,
  had: 1,
})
const PUBLISHED = season('REGISTRATION')
/** Nothing of it is still to be driven. */
const DRIVEN = season('STARTED', 'CHAMPIONSHIP', 'ACTIVE', 'ENDED')
const DRAFT = season('UNPUBLISHED', 'CHAMPIONSHIP', '')

const fields = { name: 'Summer season', maxEntries: 30, cars: [{ id: '2' }] }
const pointSystem = { overallPointTable: [10, 6, 4] }
const ofRound = { multiplier: 2 }
const member = (at: { readonly cast: { readonly member: { readonly id: string } } }): object => ({
  driverId: at.cast.member.id,
  reason: 'Left the grid',
})
const waiting = (at: { readonly events: { readonly waiting: { readonly id: string } } }): object => ({ sessionId: at.events.waiting.id })
const weekly = (): object => ({ timeZone: 'Europe/Berlin', firstDay: new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10), time: '20:00' })
const open = { closed: undefined }

/** Who drives in the community's own season. */
const IN: readonly Asker[] = ['participant', 'admin']
const ofSeason: Row['ask'] = (at) => ({ at: { refId: at.season }, body: waiting(at) })

export const ROWS: readonly Row[] = [
  community('tournaments.seasonCard', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.publicTournament', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.tournament', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.tournament', only('NOT_FOUND', ...ADMINS), undefined, { as: 'not published', ...open, ...DRAFT }),
  community('tournaments.publicTournamentsOfLeague', signedIn, undefined, { ...open, ...PUBLISHED }),
  { call: 'tournaments.publicTournaments', on: 'platform', ask: () => ({ at: { search: 'winter' } }), who: signedIn },
  { call: 'tournaments.myCalendar', on: 'person', ask: () => ({}), who: signedIn },
  { call: 'tournaments.driverCalendar', on: 'person', ask: () => ({ at: { key: 'f'.repeat(64) } }), who: nobody('NOT_FOUND') },
  { call: 'tournaments.MakeCalendar', on: 'person', ask: () => ({ body: {} }), who: signedIn, answers: 'first' },
  { call: 'tournaments.myTournaments', on: 'person', ask: () => ({}), who: signedIn },
  community('tournaments.tournamentsOfLeague', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.publicStandings', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.standings', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.participants', signedIn, undefined, { ...open, ...PUBLISHED }),
  // in which somebody drives
  community('tournaments.publicStandings', signedIn, undefined, { ...open, ask: (at) => ({ at: { id: at.season } }) }),
  community('tournaments.tournamentCalendar', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.publicSeasonRules', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.seasonRules', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.seasonRules', only('NOT_FOUND', ...ADMINS), undefined, { as: 'not published', ...open, ...DRAFT }),
  community('tournaments.publicStandingsCsv', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.standingsCsv', signedIn, undefined, { ...open, ...PUBLISHED }),
  onEvent('tournaments.publicTournamentOfEvent', signedIn),
  onEvent('tournaments.tournamentOfEvent', signedIn),

  community('tournaments.AddTournament', admins, (at) => ({ leagueId: at.league, type: 'CHAMPIONSHIP', game: 'acc', ...fields }), open),
  community('tournaments.EditTournament', admins, () => fields, { ...open, ...PUBLISHED }),
  community('tournaments.SetPointSystem', admins, () => ({ pointSystem }), { ...open, ...PUBLISHED }),
  community('tournaments.SetSuccessBallast', admins, () => ({ successBallast: { by: 'STANDINGS', table: [{ ballastKg: 30 }] } }), {
    ...open,
    ...PUBLISHED,
  }),
  community('tournaments.AddMultiplier', admins, (at) => ({ ...waiting(at), ...ofRound }), { ...open, ...PUBLISHED }),
  community('tournaments.PublishTournament', only('NOT_FOUND', ...ADMINS), undefined, { ...open, ...DRAFT }),
  community('tournaments.EndTournament', admins, undefined, { ...open, ...DRIVEN }),
  community('tournaments.DuplicateTournament', admins, () => ({ name: 'Once more' }), { ...open, ...PUBLISHED, answers: 'first' }),
  community(
    'tournaments.PlanRounds',
    admins,
    (at) => ({ template: waiting(at), plan: weekly(), rounds: [{ name: 'Round two', trackId: 'monza' }] }),
    {
      ...open,
      ...PUBLISHED,
    },
  ),
  community('tournaments.MoveRounds', admins, (at) => ({ ...waiting(at), weeks: 1, timeZone: 'Europe/Berlin' }), { ...open, ...PUBLISHED }),
  community('tournaments.DeleteTournament', admins, undefined, { ...open, ...PUBLISHED }),
  community('tournaments.ChangeTournamentImage', admins, () => ({ img: null }), { ...open, ...PUBLISHED }),
  community('tournaments.AddTournamentSession', only('NOT_FOUND', ...ADMINS), waiting, {
    ...open,
    ...DRAFT,
    given: DRAFT.given!.replace(
      /, coming as \([\s\S]*?excluded\.tournament_id\s*\)/,
      ', free as (delete from tournament_sessions where tournament_id <> $1)',
    ),
  }),
  community('tournaments.RemoveTournamentSession', admins, waiting, { ...open, ...PUBLISHED }),
  community('tournaments.Disqualify', admins, member, { ...open, ...PUBLISHED }),
  community('tournaments.RevokeDisqualification', admins, member, { ...open, ...season('STARTED', 'CHAMPIONSHIP', 'DISQUALIFIED') }),

  community('tournaments.AddSeasonPoints', admins, (at) => ({ driverId: at.cast.member.id, points: -5, reason: 'Did not turn up' }), {
    ...open,
    ...PUBLISHED,
  }),
  community('tournaments.AddSeasonPoints', admins, undefined, {
    ...open,
    ask: (at) => ({ at: { id: at.season }, body: { driverId: at.cast.participant.id, points: 2, reason: 'Best livery' } }),
  }),
  community('tournaments.RevokeSeasonPoints', admins, (at) => ({ adjustmentId: at.league, reason: 'They had told us' }), {
    ...open,
    ...PUBLISHED,
    given: PUBLISHED.given!.replace(
      ', coming as',
      `, points as (
      insert into tournament_adjustments (id, tournament_id, team_name, points, reason, given_by, given_at)
      select $1, made.id, 'Apex', 5, 'A prize', m.user_id, now() from made, memberships m where m.league_id = $1 and m.role = 'owner'
    ), coming as`,
    ),
  }),

  community('tournaments.JoinTournament', only('MEMBER_REQUIRED', ...INSIDERS), undefined, {
    ...season('REGISTRATION', 'CHAMPIONSHIP', ''),
    as: 'nobody is in yet',
    answers: 'same',
  }),
  community('tournaments.JoinTournament', butFor(only('MEMBER_REQUIRED', ...INSIDERS), forAll(IN, 'ALREADY_REGISTERED')), undefined, {
    answers: 'same',
    ask: (at) => ({ at: { id: at.season }, body: { teamName: 'Apex' } }),
  }),
  community('tournaments.ChangeSeasonCar', only('NOT_REGISTERED', ...INSIDERS), () => ({ carId: '34' }), {
    closed: 'open',
    ...PUBLISHED,
    answers: 'same',
  }),
  community('tournaments.ChangeSeasonTeam', only('NOT_REGISTERED', ...INSIDERS), () => ({ teamName: 'Kerb Riders' }), {
    closed: 'open',
    ...season('REGISTRATION', 'CHAMPIONSHIP'),
    answers: 'same',
  }),
  community('tournaments.SetDriversTeam', admins, (at) => ({ driverId: at.cast.member.id, teamName: 'Kerb Riders' }), { ...open, ...PUBLISHED }),
  community('tournaments.RenameSeasonTeam', admins, () => ({ teamName: 'Kerb Riders', newName: 'Kerb Racing' }), {
    ...open,
    ...PUBLISHED,
    given: PUBLISHED.given!.replace('(tournament_id, user_id, status,', '(team_name, tournament_id, user_id, status,').replace(
      'select made.id, m.user_id,',
      "select 'Kerb Riders', made.id, m.user_id,",
    ),
  }),
  community('tournaments.SetDriversCar', admins, (at) => ({ driverId: at.cast.member.id, carId: '34' }), {
    ...open,
    ...PUBLISHED,
    given: PUBLISHED.given!.replace('insert into tournaments (id,', 'insert into tournaments (car_ids, id,').replace(
      'select $1, $1,',
      "select '{2,34}', $1, $1,",
    ),
  }),
  community('tournaments.TakeOffLine', admins, member, { ...open, ...season('STARTED', 'CHAMPIONSHIP', 'WAITING_LIST') }),
  community('tournaments.LeaveTournament', only('NOT_REGISTERED', ...INSIDERS), undefined, { closed: 'open', ...PUBLISHED, answers: 'same' }),
  community('tournaments.SkipSession', only('NOT_REGISTERED', ...IN), undefined, { closed: 'open', answers: 'same', ask: ofSeason }),
  community('tournaments.CancelSkip', only('NOT_REGISTERED', ...IN), undefined, {
    closed: 'open',
    answers: 'same',
    ask: ofSeason,
    given: `insert into tournament_skips (session_id, user_id, skipped_at) select o.session_id, e.user_id, now()
      from tournaments t join tournament_sessions o on o.tournament_id = t.id join tournament_entries e on e.tournament_id = t.id where t.league_id = $1`,
  }),
]
