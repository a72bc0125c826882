import { ADMINS } from '#server/roles/askers.ts'
import { admins, butFor, forAll, signedIn, type Row } from '#server/roles/row.ts'
import { onEvent } from '#server/roles/ways.fixture.ts'

/** The smallest files of a race that somebody drove. */
const IRACING_RACE = {
  session_results: [
    { simsession_type: 6, simsession_number: 0, results: [{ cust_id: 1, display_name: 'Somebody', finish_position: 0, laps_complete: 1 }] },
  ],
}
const accRace = (steamId: string): object => {
  const car = { carId: 1001, drivers: [{ firstName: '', lastName: 'Somebody', playerId: `S${steamId}` }] }
  const leaderBoardLines = [{ car, timing: { lapCount: 1, totalTime: 90_000 } }]
  const race = JSON.stringify({ sessionType: 'R', trackName: 'monza', sessionResult: { leaderBoardLines }, laps: [] })
  return { name: 'race.json', contentBase64: Buffer.from(race).toString('base64') }
}
const ACC_RACE = accRace('1')

const NO_MORE = { closed: forAll(ADMINS, 'COMMUNITY_CLOSED') }
const ELSEWHERE = "update sessions set hosting = 'ELSEWHERE' where league_id = $1"
/** The events of the community are kept by hand, without entries … */
const BY_HAND = `with events as (update sessions set manual = true, hosting = 'ELSEWHERE' where league_id = $1 returning id),
  gone as (update entries set status = 'LEFT' where session_id in (select id from events))`
/** … and each has the draft of its race. */
const DRAFTED = `${BY_HAND}
  insert into manual_results (session_id, segment_index, type, type_no, rows, saved_at) select id, 1, 'RACE', 1, '[]', now() from events`
/** The files of the ended event were handed in. */
const HANDED_IN = `update result_files set handed_in_by = (select user_id from memberships where league_id = $1 and role = 'owner'), server_id = null
  where session_id in (select id from sessions where league_id = $1 and status = 'ENDED')`
/** And its results are opened again. */
const REOPENED = `with files as (${HANDED_IN} returning session_id, handed_in_by)
  insert into result_withdrawals (id, session_id, kind, reason, withdrawn_by, withdrawn_at)
  select gen_random_uuid(), session_id, 'REOPENED', 'A car was missing.', handed_in_by, now() from files group by session_id, handed_in_by`
const byHand = (call: string, body: object, more: Partial<Row> = {}): Row =>
  onEvent(`manual-results.${call}`, admins, () => body, { state: 'progress', given: DRAFTED, closed: 'open', ...more })

export const ROWS: readonly Row[] = [
  { ...onEvent('manual-results.manualResult', signedIn, undefined, { state: 'progress' }), ask: (_, __, event) => ({ at: { eventId: event.id } }) },
  byHand('SaveRaceResult', { raceNo: 1, entryResults: [] }),
  byHand('PublishResults', {}),
  byHand('DiscardDraft', { raceNo: 1, reason: 'Of another night.' }),
  onEvent('manual-results.ReopenResults', admins, () => ({ reason: 'A car was missing.' }), { state: 'ended', given: HANDED_IN, closed: 'open' }),
  {
    call: 'manual-results.DiscardResultFile',
    on: 'community',
    given: REOPENED,
    ask: (at) => ({ at: { id: at.results.file }, body: { reason: 'The wrong file.' } }),
    who: admins,
    closed: 'open',
  },
  byHand('ImportIRacingResult', { type: 'event_result', data: IRACING_RACE }, { given: `${BY_HAND} select from events`, foreignBody: true }),
  // the events here are launched
  onEvent('manual-results.folderKey', butFor(admins, forAll(ADMINS, 'NOT_FOUND')), undefined, NO_MORE),
  onEvent('manual-results.folderKey', admins, undefined, { as: 'of an event that runs elsewhere', given: ELSEWHERE, ...NO_MORE }),
  onEvent('manual-results.HandInFromFolder', admins, (at) => accRace(at.cast.participant.steamId), {
    state: 'progress',
    given: ELSEWHERE,
    closed: 'open',
  }),
  onEvent('manual-results.ImportResultFile', admins, () => ACC_RACE, { state: 'ended', closed: 'open' }),
  {
    ...onEvent('manual-results.importPreview', admins, undefined, { state: 'ended' }),
    ask: (_, __, event) => ({ at: { eventId: event.id }, body: ACC_RACE }),
  },
]
