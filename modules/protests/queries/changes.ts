import { sql } from 'kysely'
import type { PenaltyId, SessionId, UserId } from '#core/ids.ts'
import { peopleOf } from '#modules/accounts/door.ts'
import { supposed, type Supposed } from '#modules/corrections/door.ts'
import { toldRatings } from '#modules/ranking/door.ts'
import { segmentKey } from '#modules/results/rules.ts'
import type { CountedRow, StandingSegment } from '#modules/results/rules/standing.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { seasonOfEvent, tablesWith, type KeptTable } from '#modules/tournaments/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Changes, Moved } from '../contract/changes.ts'
import { correctionOf } from '../decide.ts'
import { NEXT_RACE, type Penalty } from '../rules/penalty.ts'
import { nextRaceOf } from './next-race.ts'
import type { ReportRow } from './rows.ts'

type Place = Moved['from']
type Move = { readonly ids: readonly UserId[]; readonly stranger: string | null; readonly from: Place; readonly to: Place }
const MOST_OTHERS = 5

/**
 * What these penalties would change if the report were decided so; of an appeal, what is undone if it is accepted. Worked out by what works it out
 * once it is: the corrections of the results, and the tables of the season.
 */
export async function changesBy(db: Reader, report: ReportRow, penalties: readonly Penalty[], now: Date): Promise<Changes> {
  const event = await sessionFacts(db, report.sessionId)
  if (!event) return { race: null, standings: null, nextRace: null }
  const isAppeal = report.appealedAt !== null
  const raceNo = report.segmentType === 'RACE' ? report.segmentNo : 1
  const { splitNo } = report
  const driverId = report.reportee.id
  const carKeys = report.carKeys ?? undefined
  const added = penalties.flatMap((penalty) => correctionOf(penalty) ?? []).map((one) => ({ ...one, driverId, carKeys, splitNo, raceNo }))
  const what: Supposed = isAppeal ? { added: [], revoked: await correctionsOf(db, report) } : { added, revoked: [] }
  const { before, after } = await supposed(db, event, what)
  const isTheirs = ({ ids }: Move): boolean => ids.includes(driverId)
  const [moves, seasonal, nextRace] = [
    movesIn(before, after, { raceNo, splitNo, driverId }),
    await seasonMoves(db, report.sessionId, { before, after, now }),
    penalties.some(({ kind }) => NEXT_RACE.includes(kind)) ? await nextRaceOf(db, { ...report, userId: driverId }, now) : null,
  ]
  const ids = [...new Set([...moves, ...(seasonal?.moves ?? [])].flatMap((one) => one.ids))]
  const [people, ratings] = await Promise.all([peopleOf(db, ids), toldRatings(db, ids, event.game)])
  const ratingOf = ({ ids: [first, ...others] }: Move) => (first && others.length === 0 && ratings.get(first)) || null
  const table = (all: readonly Move[]) => {
    const own = all.filter(isTheirs)
    const others = all.filter((one) => !isTheirs(one) && JSON.stringify(one.from) !== JSON.stringify(one.to))
    const inOrder = others.toSorted((a, b) => (a.to.position ?? Infinity) - (b.to.position ?? Infinity))
    const shown = [...own, ...inOrder.slice(0, MOST_OTHERS)]
    return {
      rows: shown.map((one) => ({ ...movedOf(one, people, isTheirs(one)), rating: ratingOf(one) })),
      others: others.length - Math.min(others.length, MOST_OTHERS),
    }
  }
  return {
    race: moves.some(isTheirs) ? { segment: segmentKey('RACE', raceNo), ...table(moves) } : null,
    standings: seasonal?.moves.some(isTheirs) ? { name: seasonal.name, ...table(seasonal.moves) } : null,
    nextRace: nextRace && { ...nextRace, startsAt: nextRace.startsAt.toISOString() },
  }
}

/** Corrections of a verdict that stand: an appeal that is accepted takes them back. */
async function correctionsOf(db: Reader, { id }: ReportRow): Promise<readonly string[]> {
  const { rows } = await sql<{ id: PenaltyId }>`
    select g.correction_id as id from protest_penalties g where g.report_id = ${id} and g.state = 'STANDS' and g.correction_id is not null`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

type InRace = { readonly raceNo: number; readonly splitNo: number; readonly driverId: UserId }

/** The race in the split of the incident, where the driver is in it. */
function movesIn(segments: readonly StandingSegment[], after: readonly StandingSegment[], { raceNo, splitNo, driverId }: InRace): readonly Move[] {
  const inRace = after.find((one) => one.type === 'RACE' && one.no === raceNo && one.splitNo === splitNo)
  const race = inRace?.rows.some(({ userIds }) => userIds.includes(driverId)) ? inRace : undefined
  const was = new Map(segments.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)))
  return (race?.rows ?? []).map((row) => ({
    ids: row.userIds,
    stranger: row.drivers.map(({ name }) => name).find((name) => name !== null) ?? null,
    from: placeOf(was.get(row.id)!),
    to: placeOf(row),
  }))
}

function placeOf({ counts }: CountedRow): Place {
  const { position, status, points, adjustment, retired } = counts
  return { position, status, points: points + adjustment, gapMs: retired.type === 'TIMEDIFF' ? retired.value : null }
}

type Both = { readonly before: readonly StandingSegment[]; readonly after: readonly StandingSegment[] }

/** The drivers’ table of the season, where the event is of one that is published. */
async function seasonMoves(
  db: Reader,
  sessionId: SessionId,
  { before, after, now }: Both & { readonly now: Date },
): Promise<{ name: string; moves: readonly Move[] } | null> {
  const season = await seasonOfEvent(db, sessionId)
  if (!season || season.status === 'UNPUBLISHED') return null
  const tableAt = async (segments: readonly StandingSegment[]): Promise<KeptTable | undefined> => {
    const counting = new Map(segments.flatMap(({ rows }) => rows.map((row) => [row.id, row.counts] as const)))
    return (await tablesWith(db, season.id, now, counting)).find(({ of, classId }) => of === 'DRIVERS' && classId === null)
  }
  const [table, supposedTable] = [await tableAt(before), await tableAt(after)]
  const was = new Map((table?.rows ?? []).map((row) => [row.id, row]))
  const moves = (supposedTable?.rows ?? []).map((row): Move => ({
    ids: [row.id as UserId],
    stranger: null,
    from: seasonPlace(was.get(row.id) ?? row),
    to: seasonPlace(row),
  }))
  return { name: season.name, moves }
}

const seasonPlace = ({ position, points }: KeptTable['rows'][number]): Place => ({ position, points, status: null, gapMs: null })

function movedOf(
  { ids, stranger, from, to }: Move,
  people: ReadonlyMap<UserId, { readonly name: string | null; readonly country: string | null }>,
  isReportee: boolean,
): Omit<Moved, 'rating'> {
  const known = ids.flatMap((id) => people.get(id) ?? [])
  const name =
    known
      .map((one) => one.name)
      .filter((one) => one !== null)
      .join(', ') || stranger
  return { driverId: known.length === 1 && known[0]!.name !== null ? ids[0]! : null, name, country: known[0]?.country ?? null, isReportee, from, to }
}
