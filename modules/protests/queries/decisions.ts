import { type RawBuilder, sql } from 'kysely'
import type { ParamsOf, ReplyOf } from '#core/contract.ts'
import { isForgiving, wordsOf } from '#core/search/finding.ts'
import { segmentKey } from '#modules/results/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { protestsContract, PublicDecision } from '../contract.ts'
import { findsDecision } from './finding.ts'
import type { PenaltyKind } from '../rules/penalty.ts'
import { holds, isDecidedIn, ofSeason, penaltiesOf, personOf } from './parts.ts'
import { segmentName } from './view.ts'

type Asked = ParamsOf<typeof protestsContract.decisions>
type Row<More> = More &
  Omit<PublicDecision, 'segmentName' | 'segment' | 'decidedAt'> & {
    readonly decidedAt: Date
    readonly segmentType: 'QUALIFY' | 'RACE'
    readonly segmentNo: number
    readonly segments: readonly { readonly type: string }[]
    readonly total: number
  }

/**
 * What was decided in a community, the latest first, as everybody may read it: reasons without who gave them. An appeal that runs is told when it
 * ends. Words with a letter wrong find what is nearly meant where nothing is as typed.
 */
export async function decisionsOf(db: Reader, asked: Asked): Promise<ReplyOf<typeof protestsContract.decisions>> {
  const { search = '', offset } = asked
  const exact = await read(db, asked, false)
  if (exact.total > 0 || !wordsOf(search).some(isForgiving)) return exact
  // past the last page nothing is found either
  if (offset > 0 && (await read(db, { ...asked, offset: 0, limit: 1 }, false)).total > 0) return exact
  return read(db, asked, true)
}

const read = (db: Reader, { leagueId, limit, offset, search = '', penalty, tournamentId }: Asked, nearly: boolean) =>
  decidedPage(
    db,
    sql``,
    sql`p.league_id = ${leagueId}
      ${search.trim() ? sql`and ${findsDecision(search, nearly)}` : sql``}
      ${tournamentId ? ofSeason('p', tournamentId) : sql``}
      ${penalty ? gave(penalty) : sql``}`,
    { limit, offset },
  )

/** And of reports `p`: they gave one of the kind that nobody has taken back. What an appeal has turned is no precedent, served or not. */
const gave = (penalty: PenaltyKind) =>
  sql`and ${holds('p', 'ACCEPT')} and exists (select 1 from protest_penalties g where g.report_id = p.id and g.kind = ${penalty} and g.state <> 'REVOKED')`

/** A page of decided reports `p`, each with its event `s` and its community `l`: those `where`, and `more` of each. */
export async function decidedPage<More = object>(
  db: Reader,
  more: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly decisions: (PublicDecision & More)[]; readonly total: number }> {
  const { rows } = await sql<Row<More>>`
    select p.id, p.report_no as "leagueReportNo", p.category, p.session_id as "sessionId", s.name as "sessionName", s.segments,
      p.segment_type as "segmentType", p.segment_no as "segmentNo", p.split_no as "splitNo", p.lap_number as "lapNumber", p.status,
      coalesce(p.appeal_decided_at, p.decided_at) as "decidedAt",
      ${personOf('a')} as reporter, ${personOf('b', sql`, 'teamName', p.team_name`)} as reportee,
      coalesce((select jsonb_agg(jsonb_build_object('no', v.no, 'decision', v.decision, 'note', v.note, 'ofAppeal', v.round = 2) order by v.round, v.no)
        from protest_reviews v where v.report_id = p.id), '[]') as notes,
      ${penaltiesOf('p')} as penalties, count(*) over ()::int as total ${more}
    from protest_reports p join sessions s on s.id = p.session_id join leagues l on l.id = p.league_id
      join users a on a.id = p.reporter_id join users b on b.id = p.reportee_id
    where ${isDecidedIn('p')} and s.deleted_at is null and ${where}
    order by coalesce(p.appeal_decided_at, p.decided_at) desc, p.id limit ${limit} offset ${offset}`.execute(db)
  return {
    decisions: rows.map(({ total: _, segments, segmentType, segmentNo, decidedAt, ...row }) => ({
      ...(row as unknown as PublicDecision & More),
      segmentName: segmentName({ segments, segmentType, segmentNo }),
      segment: segmentKey(segmentType, segmentNo),
      decidedAt: decidedAt.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  }
}
