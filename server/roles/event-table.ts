import { ADMINS, INSIDERS } from './people.fixture.ts'
import { admins, butFor, forAll, nobody, only, signedIn, type Row, type Who } from './row.ts'
import { eventFields, type Event, type LeagueWorld, type State } from './world.fixture.ts'

type Body = (at: LeagueWorld, event: Event, other: LeagueWorld) => object
const onEvent = (call: string, who: Who, body: Body = () => ({}), more: Partial<Row> = {}): Row => ({
  call,
  on: 'event',
  who,
  // every name that a path has for an event
  ask: (at, _, event, other) => ({ at: { id: event.id }, body: body(at, event, other) }),
  ...more,
})
const DRAFT: { readonly state: State } = { state: 'draft' }
const fields = (at: LeagueWorld, event: Event): object => eventFields(at.league, event.name, event.startsAt)

const SESSIONS: readonly Row[] = [
  { call: 'sessions.trendingRaces', on: 'platform', ask: () => ({ at: { mindrivers: 0 } }), who: signedIn },
  { call: 'sessions.publicEvents', on: 'platform', ask: () => ({ at: { status: 'ALL', limit: 100 } }), who: signedIn },
  { call: 'sessions.eventsOfLeague', on: 'community', ask: (at) => ({ at: { id: at.league, status: 'ALL', limit: 100 } }), who: signedIn },
  { call: 'sessions.catalogue', on: 'platform', ask: () => ({ at: { game: 'acc', part: 'options' } }), who: signedIn },
  onEvent('sessions.publicEvent', signedIn),
  onEvent('sessions.race', signedIn),
  onEvent('sessions.race', only('NOT_FOUND', ...ADMINS), undefined, { as: 'a draft', ...DRAFT }),
  onEvent('sessions.raceProperties', signedIn),
  onEvent('sessions.splitStatuses', signedIn),
  onEvent('sessions.eventCalendar', signedIn),
  onEvent('sessions.eventCard', signedIn),
  { call: 'sessions.drafts', on: 'community', ask: (at) => ({ at: { leagueId: at.league } }), who: admins },
  { call: 'sessions.leagueCalendar', on: 'community', ask: (at) => ({ at: { id: at.league } }), who: signedIn },
  { call: 'sessions.AddSession', on: 'community', ask: (at, _, event) => ({ body: fields(at, event) }), who: admins },
  onEvent('sessions.EditSession', admins, fields),
  onEvent('sessions.PublishSession', only('NOT_FOUND', ...ADMINS), undefined, DRAFT),
  onEvent('sessions.DeleteSession', admins),
  onEvent('sessions.DuplicateSession', admins, (_, { startsAt }) => ({ startsAt })),
  onEvent('sessions.ChangeImage', admins, () => ({ img: null })),
  onEvent('leagues.RequestImageUpload', admins, (_, event) => ({ entityId: event.id, entityType: 'SESSION', types: ['background'] }), {
    as: 'for an event',
  }),
  onEvent('sessions.KeepByHand', admins, undefined, {
    state: 'progress',
    given: "update sessions set hosting = 'ELSEWHERE' where league_id = $1",
  }),
  onEvent('sessions.SetBop', admins, () => ({ bops: { 2: { ballastkg: 5, restrictor: 1 } } })),
]

// who is in an event that runs is looked after to its end
const onList = (call: string, who: Who, body: Body = () => ({}), more: Partial<Row> = {}): Row => ({
  closed: 'open',
  ...onEvent(`entries.${call}`, who, body, more),
  ask: (at, _, event, other) => ({ at: { refId: event.id }, body: body(at, event, other) }),
})
const drivers = only('FORBIDDEN', 'participant', 'admin', 'owner')
const entryId = (at: LeagueWorld): string => at.grid[0]!
const foreignEntry: Body = (_, __, other) => ({ entryId: entryId(other), car: { model: '2' } })
const OUT = nobody('NOT_FOUND')

const ENTRIES: readonly Row[] = [
  onList('entryList', signedIn),
  onList('publicEntryList', signedIn),
  { call: 'entries.myEntries', on: 'person', ask: () => ({}), who: signedIn },
  onList('downloadEntryList', admins),
  onList(
    'AddEntry',
    butFor(only('MEMBER_REQUIRED', ...INSIDERS), { participant: 'ALREADY_REGISTERED', waiting: 'ALREADY_REGISTERED', banned: 'MEMBER_BANNED' }),
    (_, event) => ({ listType: 'SingleEvent', entry: { car: { model: '34' } }, password: event.passwords.entry, waitingList: true }),
    { closed: 'first' },
  ),
  onList('ChangeCar', drivers, (at) => ({ entryId: entryId(at), car: { model: '2' } })),
  onList('ChangeCar', OUT, foreignEntry, { as: 'another event’s entry' }),
  onList('ChangeSkin', drivers, (at) => ({ entryId: entryId(at), skin: null })),
  onList('ChangeRaceNumber', drivers, (at) => ({ entryId: entryId(at), raceNumber: 997 })),
  onList('RemoveEntry', admins, (at) => ({ entryId: entryId(at), reason: 'no show' })),
  onList('RemoveEntry', butFor(admins, forAll(ADMINS, 'NOT_FOUND')), (_, __, other) => ({ entryId: entryId(other) }), {
    as: 'another event’s entry',
  }),
  onList('Leave', only('NOT_REGISTERED', 'participant', 'waiting')),
  onList('SetGridPositions', admins, (at) => ({ grid: at.grid })),
]

const ofHost = (call: string, body: (at: LeagueWorld) => object): Row => ({
  call,
  on: 'host',
  ask: (at) => ({ at: { id: at.events.started.server!.id }, body: { fence: at.events.started.server!.fence, ...body(at) } }),
  who: butFor(only('HOST_TOKEN_INVALID', 'host'), { otherHost: 'LEASE_LOST' }),
})
/** SHA-256 of `{}`. */
const BRACES_SHA256 = '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'

const NO_MORE = { closed: forAll(ADMINS, 'COMMUNITY_CLOSED') }
const HOSTING: readonly Row[] = [
  {
    call: 'hosting.hostJobs',
    on: 'host',
    ask: (at, self) => ({ at: { instance: self.asker === 'otherHost' ? at.application : at.host.instance, waitMs: 0 } }),
    who: only('HOST_TOKEN_INVALID', 'host', 'otherHost'),
  },
  // ACC's server is not set up with a file of its own
  onEvent('hosting.settingsFile', butFor(admins, forAll(ADMINS, 'NOT_FOUND')), undefined, NO_MORE),
  ofHost('hosting.ReportStatus', () => ({ phase: 'STARTED', drivers: 3 })),
  onEvent('hosting.raceServer', signedIn, undefined, { state: 'started' }),
  onEvent('hosting.RestartSession', admins, undefined, { state: 'failed' }),
  onEvent(
    'hosting.RestartSession',
    butFor(admins, forAll(ADMINS, 'NOT_FOUND')),
    (_, __, other) => ({ splitId: other.events.failed.server!.splitId }),
    {
      as: 'another event’s split',
      state: 'failed',
      ...NO_MORE,
    },
  ),
]

const onResults = (call: string, who: Who, more: object | ((at: LeagueWorld, other: LeagueWorld) => object) = {}, as?: string): Row => ({
  call: `results.${call}`,
  as,
  on: 'event',
  state: 'ended',
  who,
  ask: (at, _, event, other) => ({ at: { sessionId: event.id, ...(typeof more === 'function' ? more(at, other) : more) } }),
})
const onLater = (call: string, what: 'later' | 'choice', body?: object): Row => ({
  call: `result-files.${call}`,
  on: 'community',
  ask: (at) => ({ at: { id: at.results[what] }, ...(body ? { body } : {}) }),
  who: admins,
  closed: 'open',
})
const RACE = { segment: 'race-1' }

const RESULTS: readonly Row[] = [
  onResults('results', signedIn),
  onResults('memberResults', signedIn),
  onResults('exportCsv', signedIn, RACE),
  onResults('memberExportCsv', signedIn, RACE),
  onResults('chart', signedIn, RACE),
  onResults('lapChart', signedIn, RACE),
  onResults('driverLaps', signedIn, (at) => ({ subSessionIndex: 1, participantId: at.results.rows[0] })),
  onResults('driverLaps', signedIn, (at) => ({ subSessionIndex: 1, participantId: at.results.rows[1] }), 'somebody else’s'),
  onResults('driverLaps', OUT, (_, other) => ({ subSessionIndex: 1, participantId: other.results.rows[0] }), 'another event’s'),
  onResults('sessionPoints', signedIn),
  onEvent('result-files.resultFiles', admins, undefined, { state: 'ended' }),
  { call: 'result-files.RetryReading', on: 'community', ask: (at) => ({ at: { id: at.results.file } }), who: admins, closed: 'open' },
  onEvent('result-files.laterResults', admins, undefined, { state: 'ended' }),
  onLater('comparedResults', 'later'),
  onLater('TakeLaterResult', 'later', { reason: 'The right file.' }),
  onLater('LeaveLaterResult', 'later', { reason: 'The wrong file.' }),
  onLater('UndoResultChoice', 'choice', { reason: 'A mistake.' }),
  onEvent('matching.matchingDesk', admins, undefined, { state: 'ended' }),
  {
    ...onEvent('matching.AssignDriver', admins, undefined, { state: 'ended' }),
    ask: (at, _, event) => ({
      at: { id: event.id, v: 0 },
      body: { stranger: `steam account:${at.results.strangersAccount}`, userId: at.cast.otherMember.id },
    }),
    closed: 'open',
  },
  {
    ...onEvent('matching.AssignDriver', butFor(admins, forAll(ADMINS, 'NOT_FOUND')), undefined, { state: 'ended' }),
    as: 'another event’s stranger',
    ask: (at, _, event, other) => ({
      at: { id: event.id, v: 0 },
      body: { stranger: `steam account:${other.results.strangersAccount}`, userId: at.cast.otherMember.id },
    }),
  },
  { call: 'matching.UndoMatch', on: 'community', ask: (at) => ({ at: { id: at.results.match } }), who: admins, closed: 'open' },
  { call: 'results.driverResults', on: 'person', ask: (at) => ({ at: { id: at.cast.participant.id } }), who: signedIn },
  { call: 'results.publicDriverResults', on: 'person', ask: (at) => ({ at: { id: at.cast.participant.id } }), who: signedIn },
  ofHost('result-files.UploadResult', () => ({ name: 'race.json', sha256: BRACES_SHA256, contentBase64: 'e30=' })),
]

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
const byHand = (call: string, body: object, given = DRAFTED): Row =>
  onEvent(`manual-results.${call}`, admins, () => body, { state: 'progress', given, closed: 'open' })

const MANUAL: readonly Row[] = [
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
  byHand('ImportIRacingResult', { type: 'event_result', data: IRACING_RACE }, `${BY_HAND} select from events`),
  // the events here are launched
  onEvent('manual-results.folderKey', butFor(admins, forAll(ADMINS, 'NOT_FOUND')), undefined, NO_MORE),
  onEvent('manual-results.HandInFromFolder', admins, (at) => accRace(at.cast.participant.steamId), {
    state: 'progress',
    given: "update sessions set hosting = 'ELSEWHERE' where league_id = $1",
    closed: 'open',
  }),
  onEvent('manual-results.ImportResultFile', admins, () => ACC_RACE, { state: 'ended', closed: 'open' }),
  {
    ...onEvent('manual-results.importPreview', admins, undefined, { state: 'ended' }),
    ask: (_, __, event) => ({ at: { eventId: event.id }, body: ACC_RACE }),
  },
]

/** The calls on events, their entries, servers and results. */
export const EVENT_CALLS: readonly Row[] = [...SESSIONS, ...ENTRIES, ...HOSTING, ...RESULTS, ...MANUAL]
