import { type DropRules, rounded, type RoundScore } from './counted.ts'
import type { Outcome, TableScope } from './outcomes.ts'
import type { ToCome } from './cars.ts'
import type { Participant, Round, Season, SeasonAdjustment } from './season.ts'

/** A round in somebody's row. */
export type Cell = {
  readonly roundId: string
  readonly points: number
  /** Readable, not counted. */
  readonly isDropped: boolean
  readonly isDisqualified: boolean
  /** Held without them. */
  readonly isMissed: boolean
  /** Adjustments of the season at this round. */
  readonly adjustment: number
  /** Those they were in, by their numbers in the round. */
  readonly races: readonly (Outcome & { readonly no: number })[]
}

export type Subject = Pick<Participant, 'id' | 'registeredAt' | 'isExcluded' | 'hasLeft'>
export type Outcomes = ReadonlyMap<string, ReadonlyMap<string, Outcome>>
/** Somebody of a table, round by round. */
export type Person = {
  readonly subject: Subject
  /** One for each round; `null`: not held yet, or not in their split. */
  readonly cells: readonly (Cell | null)[]
  readonly scores: readonly (RoundScore | null)[]
  /** Of the season, at no round of theirs. */
  readonly adjustment: number
  /** All that is theirs by hand. */
  readonly byHand: readonly SeasonAdjustment[]
}
type Driven = { readonly outcomes: Outcomes; readonly toCome: ToCome; readonly adjustments: readonly SeasonAdjustment[] }

/** Everybody in this table, with what they have of each round. */
export function peopleOf(season: Season, scope: TableScope, { outcomes, toCome, adjustments }: Driven): readonly Person[] {
  const bySubject = Map.groupBy(adjustments, ({ subjectId }) => subjectId)
  const isHeld = season.rounds.map(({ races }) => races.some(({ id }) => outcomes.has(id)))
  return subjectsOf(season, scope, outcomes).map((subject) => {
    const own = bySubject.get(subject.id) ?? []
    // a race of which a split is still to come is none yet for whom it is to come in it, and has none of their cars
    const isTheirs = ({ races }: Round): boolean =>
      races.some(({ id }) => outcomes.has(id) && (!toCome.get(id)?.has(subject.id) || outcomes.get(id)!.has(subject.id)))
    const cells = season.rounds.map((round, at) => (isHeld[at] && isTheirs(round) ? cellOf(season, at, subject.id, outcomes, own) : null))
    const atRounds = new Set(cells.map((cell) => cell?.roundId))
    const adjustment = own.reduce((sum, one) => sum + (one.roundId !== null && atRounds.has(one.roundId) ? 0 : one.points), 0)
    return { subject, cells, scores: cells.map((cell) => cell && scoreOf(cell)), adjustment, byHand: own.filter(({ points }) => points !== 0) }
  })
}

export function dropRulesOf({ rules }: Season, { of }: TableScope): DropRules {
  // what teams have of their drivers' seasons is without the rounds that these drop
  if (of === 'TEAMS' && rules.teams.countingIn === 'SEASON_DRIVERS') return { parts: [], mayDropDisqualified: true, mayDropMissed: true }
  const parts = of === 'DRIVERS' ? rules.parts : of === 'TEAMS' ? rules.teams.parts : rules.nations.parts
  return { parts, mayDropDisqualified: rules.mayDropDisqualified, mayDropMissed: rules.mayDropMissed }
}

/** Everybody who is registered or drove; guests only once they drove. */
function subjectsOf(season: Season, scope: TableScope, outcomes: Outcomes): readonly Subject[] {
  const drove = new Set([...outcomes.values()].flatMap((race) => [...race.keys()]))
  const known = new Map<string, Subject>()
  for (const one of season.participants) {
    if (one.isGuest && !drove.has(one.id)) continue
    if (scope.classId !== null && one.classId !== scope.classId) continue
    const id = scope.of === 'DRIVERS' ? one.id : scope.of === 'TEAMS' ? one.teamId : one.nation
    if (id === null) continue
    if (scope.of === 'DRIVERS') known.set(id, one)
    else {
      const had = known.get(id)?.registeredAt ?? Infinity
      const first = Math.min(had, one.registeredAt ?? Infinity)
      known.set(id, { id, registeredAt: first === Infinity ? null : first, isExcluded: false })
    }
  }
  const all = new Map(season.participants.map((one) => [one.id, one]))
  for (const id of drove) if (!known.has(id)) known.set(id, (scope.of === 'DRIVERS' && all.get(id)) || { id, registeredAt: null, isExcluded: false })
  return [...known.values()]
}

function cellOf(season: Season, at: number, subjectId: string, outcomes: Outcomes, adjustments: Season['adjustments']): Cell {
  const { id: roundId, races } = season.rounds[at]!
  const here: Cell['races'][number][] = []
  for (const [index, { id }] of races.entries()) {
    const outcome = outcomes.get(id)?.get(subjectId)
    if (outcome) here.push({ ...outcome, no: index + 1 })
  }
  const adjustment = adjustments.reduce((sum, one) => sum + (one.roundId === roundId ? one.points : 0), 0)
  return {
    roundId,
    points: rounded(here.reduce((sum, { points }) => sum + points, adjustment)),
    isDropped: false,
    isDisqualified: here.some(({ status }) => status === 'DSQ'),
    isMissed: here.every(({ status }) => status === 'DNS'),
    adjustment,
    races: here,
  }
}

/** Of what shares add up to, nothing is rounded before the end. */
const scoreOf = ({ races, adjustment, isDisqualified, isMissed }: Cell): RoundScore => ({
  points: races.reduce((sum, { points }) => sum + points, adjustment),
  isDisqualified,
  isMissed,
})
