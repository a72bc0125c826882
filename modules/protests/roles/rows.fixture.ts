import { ADMINS, INSIDERS, OUTSIDERS } from '#server/roles/askers.ts'
import { admins, butFor, forAll, only, signedIn, type Row, type Who } from '#server/roles/row.ts'
import { community, onEvent } from '#server/roles/ways.fixture.ts'
import { configOf } from '../rules/config.ts'
import { DEFAULT_RULES } from '../rules.ts'

const NOTE = 'No overlap at turn-in, and the car ahead had left the room.'
const VIDEO = 'https://youtu.be/dQw4w9WgXcQ'

/** The participant has reported the other member; each community's report has its id. Decided ones have a penalty for the next race, with that id too. */
const report = (status: 'PENDING' | 'ACCEPTED', reportee = 2, penalty: 'DUE' | 'SERVED' = 'DUE') => ({
  given: `with cars as (
      select s.id, array_agg(d.user_id order by e.registered_at) as drivers from sessions s join entries e on e.session_id = s.id and e.status = 'ACTIVE'
        join entry_drivers d on d.entry_id = e.id and d.active where s.league_id = $1 and s.status = 'ENDED' group by s.id
    ), numbers as (insert into protest_numbers (league_id, last_no) values ($1, 1)),
    reports as (
      insert into protest_reports (id, league_id, report_no, session_id, split_no, segment_index, segment_type, segment_no, reporter_id, reportee_id, category,
        description, video_url, required_reviews, submitted_at, status, verdict, decided_at, appeal_until)
      select $1, $1, 1, id, 1, 1, 'RACE', 1, drivers[${3 - reportee}], drivers[${reportee}], 'CONTACT', '${NOTE}', '${VIDEO}', 1, now(), '${status}',
        ${status === 'ACCEPTED' ? `'ACCEPT', now(), now() + interval '1 day'` : 'null, null, null'} from cars returning *
    ), reviews as (
      insert into protest_reviews (report_id, round, reviewer_id, no, decision, note, reviewed_at)
      select r.id, 1, m.user_id, 1, 'ACCEPT', '${NOTE}', now() from reports r join memberships m on m.league_id = r.league_id and m.role = 'owner'
      where r.verdict is not null
    )
    insert into protest_penalties (id, report_id, league_id, session_id, user_id, kind, amount, state, races_left, created_at, settled_at)
    select id, id, league_id, session_id, reportee_id, 'GRID_DROP', 5, ${penalty === 'DUE' ? `'DUE', 1, now(), null` : `'SERVED', 0, now(), now()`} from reports where verdict is not null`,
})
const PUBLISHING = {
  given: `insert into league_configs (league_id, config_type, scope, scope_entity_id, config)
    values ($1, 'PROTEST_RULES', 'LEAGUE', $1, '${JSON.stringify(configOf({ ...DEFAULT_RULES, publicDecisions: true }))}')`,
}
/** Its window is open. */
const ENDED = {
  state: 'ended',
  given: `update sessions set ended_at = status_at - interval '2 hours' where league_id = $1 and status = 'ENDED'`,
} as const

const stewards = only('STEWARD_REQUIRED', 'steward', ...ADMINS)
/** Strangers find no report at all. */
const inside = (who: Who): Who => butFor(who, { ...forAll(OUTSIDERS, 'NOT_FOUND'), ...who.but })
/** Of a closed community whoever finds a report hears that before anything else. */
const CLOSED = { closed: forAll(INSIDERS, 'COMMUNITY_CLOSED') }
const onReport = (call: string, who: Who, body: object, given: ReturnType<typeof report>, more: Partial<Row> = CLOSED): Row =>
  community(call, inside(who), () => body, { ...given, ...more })
const OPEN = { closed: 'open' } as const

export const ROWS: readonly Row[] = [
  community('protests.reports', signedIn, (at) => ({ leagueId: at.league })),
  { call: 'protests.sessionReports', on: 'event', who: signedIn, ask: (_, __, event) => ({ at: { sessionId: event.id } }) },
  {
    call: 'protests.incidents',
    on: 'event',
    who: signedIn,
    ask: (_, __, event) => ({ at: { sessionId: event.id, segmentIndex: 1 } }),
  },
  onReport('protests.reportLog', stewards, {}, report('PENDING'), OPEN),
  onReport('protests.report', only('NOT_FOUND', ...INSIDERS), {}, report('PENDING'), OPEN),
  community('protests.queue', stewards),
  onReport('protests.verdicts', stewards, {}, report('PENDING'), OPEN),
  onReport('protests.changes', stewards, { penalties: [{ kind: 'TIME', amount: 10 }] }, report('PENDING'), OPEN),
  community('protests.statistics', only('MEMBER_REQUIRED', ...INSIDERS)),
  community('protests.decisions', only('NOT_FOUND', ...INSIDERS)),
  community('protests.decisions', signedIn, undefined, PUBLISHING),
  community('protests.publicDecisions', signedIn, undefined, PUBLISHING),
  { call: 'protests.driverDecisions', on: 'person', who: signedIn, ask: (at) => ({ at: { userId: at.cast.participant.id } }), ...PUBLISHING },
  { call: 'protests.publicDriverDecisions', on: 'person', who: signedIn, ask: (at) => ({ at: { userId: at.cast.participant.id } }), ...PUBLISHING },
  community('protests.penaltyPool', stewards),
  onEvent(
    'protests.SubmitReport',
    only('PROTEST_NOT_ALLOWED', 'participant', 'steward', ...ADMINS),
    (at, event) => ({ reporteeId: at.cast.otherMember.id, description: NOTE, videoURL: VIDEO, sessionId: event.id, segmentIndex: 1 }),
    { ...ENDED, closed: 'first' },
  ),
  onReport('protests.ReviewReport', stewards, { decision: 'REJECT', note: NOTE }, report('PENDING')),
  onReport('protests.AppealReport', only('PROTEST_NOT_ALLOWED', 'participant'), { videoURL: VIDEO, note: NOTE }, report('ACCEPTED', 1)),
  onReport('protests.AnswerReport', only('PROTEST_NOT_ALLOWED', 'participant'), { text: NOTE }, report('PENDING', 1)),
  onReport('protests.WithdrawReport', only('PROTEST_NOT_ALLOWED', 'participant'), {}, report('PENDING')),
  community('protests.ServePenalty', admins, undefined, report('ACCEPTED')),
  community('protests.ForgivePenalty', admins, () => ({ reason: NOTE }), report('ACCEPTED')),
  community('protests.ReopenPenalty', admins, () => ({ reason: NOTE }), report('ACCEPTED', 2, 'SERVED')),
  community('protests.CarryPenaltyOver', admins, undefined, report('ACCEPTED')),
]
