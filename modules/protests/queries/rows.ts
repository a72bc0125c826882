import { type RawBuilder, sql } from 'kysely'
import type { LeagueId, ProtestId, SessionId, UserId } from '#core/ids.ts'
import type { Role } from '#modules/leagues/rules.ts'
import { confirmationOf } from '#modules/results/door.ts'
import { isClosed, isHidden, roleOf } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { RatingView } from '#modules/ranking/contract.ts'
import type { ReportView } from '../contract.ts'
import type { Penalty } from '../rules/penalty.ts'
import type { Category, Decision, ProtestStatus } from '../rules.ts'
import { drovesIn, sharesCar } from './event.ts'
import { momentOf, nameOf, penaltiesOf, personOf } from './parts.ts'

type Person = { readonly id: UserId; readonly name: string | null; readonly country: string | null; readonly rating: RatingView | null }
type Review = {
  readonly reviewer: { readonly id: UserId; readonly name: string | null }
  readonly decision: Decision
  readonly note: string
  readonly penalties: readonly Penalty[]
  readonly reviewTimestamp: string
  readonly ofAppeal: boolean
}
export type Steward = {
  readonly id: UserId
  readonly name: string | null
  readonly hasVoted: boolean
  readonly decidedFirst: boolean
  readonly isNamed: boolean
}
export type ReportRow = {
  readonly id: ProtestId
  readonly leagueId: LeagueId
  readonly leagueName: string
  readonly hidden: boolean
  readonly closed: boolean
  readonly role: Role | null
  readonly no: number
  readonly sessionId: SessionId
  readonly sessionName: string
  readonly tournamentId: string | null
  readonly segments: readonly { readonly type: string }[]
  readonly segmentIndex: number
  readonly segmentType: 'QUALIFY' | 'RACE'
  readonly segmentNo: number
  readonly splitNo: number
  readonly reporter: Person
  readonly reportee: Person
  readonly teamName: string | null
  /** Of the car it is about, where the reportee drove several. */
  readonly carKeys: readonly string[] | null
  readonly car: ReportView['car']
  readonly isTeamMate: boolean
  /** The asker drives in the event, or drove. */
  readonly isDriver: boolean
  readonly category: Category
  readonly lapNumber: number | null
  readonly incidentMs: number | null
  readonly incident: ReportView['incident']
  readonly description: string
  readonly videoURL: string
  readonly status: ProtestStatus
  readonly requiredReviews: number
  readonly submittedAt: Date
  readonly answer: string | null
  readonly answeredAt: Date | null
  readonly verdict: Decision | null
  readonly decidedAt: Date | null
  readonly appealUntil: Date | null
  readonly appealNote: string | null
  readonly appealVideoURL: string | null
  readonly appealedAt: Date | null
  readonly appealDecidedAt: Date | null
  readonly reviewCount: number
  /** Those of decided stages alone: no other ever leaves the database. */
  readonly reviews: readonly Review[]
  readonly penalties: ReportView['penalties']
  /** What stands of the results of its event; null: nothing is said of them. */
  readonly confirmation: ReportView['confirmation']
  /** Everybody who may review in the community; read only for one of them. */
  readonly stewards: readonly Steward[] | null
}

/** What a report waits for, or was decided by last: itself (1) or its appeal (2). */
const STAGE = sql`(case when p.appealed_at is null then 1 else 2 end)`
const PARTIES = [sql.ref('p.reporter_id'), sql.ref('p.reportee_id')]

const STEWARDS = sql`(select jsonb_agg(jsonb_build_object('id', m.user_id, 'name', ${nameOf('u')},
    'hasVoted', exists (select 1 from protest_reviews v where v.report_id = p.id and v.round = ${STAGE} and v.reviewer_id = m.user_id),
    'decidedFirst', p.appealed_at is not null and exists (select 1 from protest_reviews v where v.report_id = p.id and v.round = 1 and v.reviewer_id = m.user_id),
    'isNamed', m.user_id in (p.reporter_id, p.reportee_id) or ${sharesCar(sql.ref('p.session_id'), sql.ref('m.user_id'), PARTIES)})
    order by m.joined_at, m.user_id)
  from memberships m join users u on u.id = m.user_id where m.league_id = p.league_id and m.role in ('steward', 'admin', 'owner'))`

/** Reports with everything that a view of them may show to somebody; `more` filters and orders them. */
export async function reportRows(db: Reader, asker: UserId, more: RawBuilder<unknown>): Promise<readonly ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select p.id, p.league_id as "leagueId", l.name as "leagueName", ${isHidden('l')} as hidden, ${isClosed('l')} as closed, ${roleOf(asker, 'l')} as role,
      p.report_no as no, p.session_id as "sessionId", s.name as "sessionName", s.segments,
      (select ts.tournament_id from tournament_sessions ts where ts.session_id = s.id) as "tournamentId", p.segment_index as "segmentIndex",
      p.segment_type as "segmentType", p.segment_no as "segmentNo", p.split_no as "splitNo", ${personOf('a')} as reporter, ${personOf('b')} as reportee,
      p.team_name as "teamName", p.reportee_keys as "carKeys", p.reportee_car as car, ${sharesCar(sql.ref('p.session_id'), asker, PARTIES)} as "isTeamMate", ${drovesIn(sql.ref('s.id'), asker)} as "isDriver", p.category, p.lap_number as "lapNumber",
      p.incident_ms as "incidentMs", p.incident, p.description, p.video_url as "videoURL", p.status, p.required_reviews as "requiredReviews",
      p.submitted_at as "submittedAt", p.answer, p.answered_at as "answeredAt", p.verdict, p.decided_at as "decidedAt", p.appeal_until as "appealUntil",
      p.appeal_note as "appealNote", p.appeal_video_url as "appealVideoURL", p.appealed_at as "appealedAt", p.appeal_decided_at as "appealDecidedAt",
      (select count(*)::int from protest_reviews v where v.report_id = p.id and v.round = ${STAGE}) as "reviewCount",
      coalesce((select jsonb_agg(jsonb_build_object('reviewer', jsonb_build_object('id', u.id, 'name', ${nameOf('u')}),
          'decision', v.decision, 'note', v.note, 'penalties', v.penalties, 'ofAppeal', v.round = 2,
          'reviewTimestamp', ${momentOf('v.reviewed_at')}) order by v.round, v.no)
        from protest_reviews v join users u on u.id = v.reviewer_id
        where v.report_id = p.id and (case v.round when 1 then p.decided_at else p.appeal_decided_at end) is not null), '[]') as reviews,
      ${penaltiesOf('p')} as penalties,
      ${confirmationOf('p.session_id')} as confirmation,
      case when ${roleOf(asker, 'l')} in ('steward', 'admin', 'owner') then ${STEWARDS} end as stewards
    from protest_reports p join leagues l on l.id = p.league_id join sessions s on s.id = p.session_id
      join users a on a.id = p.reporter_id join users b on b.id = p.reportee_id
    ${more}`.execute(db)
  return rows
}

/** One report, as `reportRows`. */
export const reportRow = async (db: Reader, asker: UserId, id: ProtestId): Promise<ReportRow | undefined> =>
  (await reportRows(db, asker, sql`where p.id = ${id}`))[0]

export type CaseToTell = {
  readonly no: number
  readonly event: string
  readonly status: ProtestStatus
  readonly requiredReviews: number
  readonly stewards: readonly Steward[]
}

/** What is told of a report, and who may review it; `null` where it is gone. */
export async function caseToTell(db: Reader, id: ProtestId): Promise<CaseToTell | null> {
  const { rows } = await sql<CaseToTell>`
    select p.report_no as no, s.name as event, p.status, p.required_reviews as "requiredReviews", coalesce(${STEWARDS}, '[]') as stewards
    from protest_reports p join sessions s on s.id = p.session_id where p.id = ${id}`.execute(db)
  return rows[0] ?? null
}
