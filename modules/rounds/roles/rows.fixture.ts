import { ADMINS } from '#server/roles/askers.ts'
import { admins, only, signedIn, type Row } from '#server/roles/row.ts'
import { community, onEvent } from '#server/roles/ways.fixture.ts'
import type { RoundStatus } from '../rules.ts'

/** Each community's first round has its id, with one of its events in it; the plan has rounds. */
const round = (status: RoundStatus, withEvent = true, withDrivers = false): Partial<Row> => ({
  given: `with planned as (update leagues set plan = 'LEAGUE_PLUS' where id = $1), made as (
      insert into rounds (id, league_id, name, short_name, start_date, status, created_by, created_at, published_at)
      select $1, $1, 'Heats', 'H', now() + interval '1 day', '${status}', m.user_id, now(), ${status === 'UNPUBLISHED' ? 'null' : 'now()'}
      from memberships m where m.league_id = $1 and m.role = 'owner' returning id
    ), invited as (
      insert into invited_drivers (list_id, user_id, invited_at) select $1, m.user_id, now() from memberships m where m.league_id = $1 and ${withDrivers}
    ), free as (delete from tournament_sessions o using sessions s where s.id = o.session_id and s.league_id = $1), coming as (
      select s.id from sessions s where s.league_id = $1 and s.status = 'WAITING' and ${withEvent}
    )
    update sessions set season_entries = false, round_id = made.id, round_index = 1, invited_only = false,
      tournament_id = ${status === 'UNPUBLISHED' ? 'null' : 'made.id'}, tournament_name = ${status === 'UNPUBLISHED' ? 'null' : `'Heats'`},
      tournament_type = ${status === 'UNPUBLISHED' ? 'null' : `'ROUND'`}
    from made, coming where sessions.id = coming.id`,
  had: 1,
})
const PUBLISHED = round('PUBLISHED')
const DRAFT = round('UNPUBLISHED')
const open = { closed: undefined }

const member = (at: { readonly cast: { readonly member: { readonly id: string } } }): object => ({ driverIds: [at.cast.member.id] })
const waiting = (at: { readonly events: { readonly waiting: { readonly id: string } } }): object => ({ sessionId: at.events.waiting.id })
const hidden = only('NOT_FOUND', ...ADMINS)

export const ROWS: readonly Row[] = [
  community('rounds.roundCard', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.publicRoundsOfLeague', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.roundsOfLeague', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.publicRound', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.round', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.round', hidden, undefined, { as: 'not published', ...open, ...DRAFT }),
  community('rounds.tournamentSessions', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.mayRegister', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.participants', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.publicRoundResult', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.roundResult', signedIn, undefined, { ...open, ...PUBLISHED }),
  community('rounds.summaryResults', signedIn, undefined, { ...open, ...PUBLISHED }),

  community('rounds.AddRound', admins, (at) => ({ leagueId: at.league }), open),
  community('rounds.RenameRound', admins, () => ({ name: 'Heat races', shortName: 'HR' }), { ...open, ...PUBLISHED }),
  community('rounds.ChangeRoundShortName', admins, () => ({ shortName: 'HR' }), { ...open, ...PUBLISHED }),
  community('rounds.ChangeRoundStartDate', admins, () => ({ startDate: '2030-01-01T20:00:00Z' }), { ...open, ...PUBLISHED }),
  community('rounds.ChangeRoundImage', admins, () => ({ img: null }), { ...open, ...PUBLISHED }),
  community('rounds.PublishRound', hidden, undefined, { ...open, ...DRAFT }),
  community('rounds.EndRound', admins, undefined, { ...open, ...round('PUBLISHED', false) }),
  community('rounds.RemoveRound', admins, undefined, { ...open, ...PUBLISHED }),
  community('rounds.AddRoundSession', admins, waiting, { ...open, ...round('PUBLISHED', false) }),
  community('rounds.RemoveRoundSession', admins, waiting, { ...open, ...PUBLISHED }),
  community('rounds.AddDriverEntries', admins, (at) => ({ ...member(at), fromRound: null }), {
    ...open,
    ...PUBLISHED,
    ask: (at) => ({ at: { toRoundId: at.league }, body: { ...member(at), fromRound: null } }),
  }),
  community('rounds.RemoveDriverEntries', admins, member, { ...open, ...round('PUBLISHED', true, true) }),
  onEvent('rounds.SetRoundIndex', admins, () => ({ index: 1 }), { given: PUBLISHED.given! }),
  onEvent('rounds.CloneSession', admins, () => ({}), { given: PUBLISHED.given!, answers: 'first' }),
]
