import { type DropRules, droppedOf, rounded, type RoundScore, totalOf } from './counted.ts'
import { type Outcome, outcomesOf, type TableScope, type ToCome, toComeOf } from './outcomes.ts'
import { type Chances, chancesOf, winnableOf } from './possible.ts'
import { scoreSeason } from './race.ts'
import type { Participant, Round, Season } from './season.ts'
import { compare, type Decision, decisionOf, type Record } from './ties.ts'

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

export type StandingsRow = {
  readonly id: string
  /** `null`: disqualified from the season. */
  readonly position: number | null
  readonly isShared: boolean
  /** Places won since the last round; `null`: had none before. */
  readonly change: number | null
  readonly points: number
  /** With what is dropped, and cars that do not count. */
  readonly grossPoints: number
  /** To the leader, and to who stands before. */
  readonly gap: number
  readonly interval: number
  readonly wins: number
  readonly podiums: number
  readonly poles: number
  readonly fastestLaps: number
  readonly starts: number
  /** One for each round; `null`: not held yet, or not in their split. */
  readonly cells: readonly (Cell | null)[]
  /** Points after each round that was held, in their split or another. */
  readonly progress: readonly number[]
  /** Adjustments of the season at no round. */
  readonly adjustment: number
  /** Level with who stands before, and what decided; `null` with the same points: nothing does, they share the place. */
  readonly decidedBy: Decision | null
} & Chances

export type Standings = {
  readonly rows: readonly StandingsRow[]
  /** Of which a race has a result, be it of one split alone. */
  readonly roundsHeld: number
  readonly pointsLeft: number
}

export const EVERYBODY: TableScope = { of: 'DRIVERS', classId: null }

/** A table of the season as its results are now; `scored`: what `scoreSeason` made of it, when that is at hand. */
export function standingsOf(season: Season, scope: TableScope = EVERYBODY, scored = scoreSeason(season)): Standings {
  const rules = dropRulesOf(season, scope)
  const rounds = season.rounds.map(({ races }) => races.some(({ id }) => scored.has(id)))
  const held = rounds.flatMap((isHeld, at) => (isHeld ? [at] : []))
  const outcomes = outcomesOf(season, scored, scope)
  const toCome = toComeOf(season, scope)
  const deciding = decidingRaces(season, outcomes, held.at(-1) ?? -1)
  const adjustments = Map.groupBy(season.adjustments, ({ subjectId }) => subjectId)
  const people = subjectsOf(season, scope, outcomes).map((subject) => {
    const own = adjustments.get(subject.id) ?? []
    // a race of which a split is still to come is none yet for whom it is to come in it, and has none of their cars
    const isHeld = ({ races }: Round): boolean =>
      races.some(({ id }) => scored.has(id) && (!toCome.get(id)?.has(subject.id) || outcomes.get(id)!.has(subject.id)))
    const cells = season.rounds.map((round, at) => (rounds[at] && isHeld(round) ? cellOf(season, at, subject.id, outcomes, own) : null))
    const atRounds = new Set(cells.map((cell) => cell?.roundId))
    const adjustment = own.reduce((sum, one) => sum + (one.roundId !== null && atRounds.has(one.roundId) ? 0 : one.points), 0)
    const scores = cells.map((cell) => cell && scoreOf(cell))
    const upTo = (end: number): number => rounded(totalOf(scores.slice(0, end + 1), rules) + adjustment)
    const progress = held.map(upTo)
    const record = recordOf(subject, deciding, progress.at(-1) ?? adjustment)
    const hopes = [...toCome.values()].some((race) => race.has(subject.id)) ? recordOf(subject, deciding, record.points, toCome) : record
    return { subject, cells, scores, adjustment, progress, record, hopes }
  })
  const { ties } = season.rules
  const inOrder = (a: Record, b: Record): number => compare(a, b, ties) || (a.id < b.id ? -1 : 1)
  const ranked = people.filter(({ subject }) => !subject.isExcluded).toSorted((a, b) => inOrder(a.record, b.record))
  const previous = held.at(-2)
  const before = previous === undefined ? null : placesBefore(season, ranked, outcomes, previous)
  const places = placesOf(
    ranked.map(({ record }) => record),
    ties,
  )
  const leader = ranked[0]?.record.points ?? 0
  const left = season.rounds.flatMap(({ races }) => races.filter(({ id }) => !scored.has(id)))
  const winnable = winnableOf(season, scope, scored, toCome)
  const chances = chancesOf(
    ranked.map(({ subject: { hasLeft = false }, ...person }) => ({ ...person, hasLeft })),
    { rules, ties, winnable, left },
  )
  const rows = ranked.map((person, at): StandingsRow => {
    const { record } = person
    const above = ranked[at - 1]?.record
    const place = places.get(record.id)!
    const was = before?.get(record.id)
    return {
      ...figuresOf(person, rules),
      position: place,
      isShared: places.get(above?.id ?? '') === place || places.get(ranked[at + 1]?.record.id ?? '') === place,
      change: was === undefined ? null : was - place,
      gap: rounded(leader - record.points),
      interval: above ? rounded(above.points - record.points) : 0,
      decidedBy: above && above.points === record.points ? decisionOf(above, record, ties) : null,
      ...chances[at]!,
    }
  })
  const out = people.filter(({ subject }) => subject.isExcluded).toSorted((a, b) => inOrder(a.record, b.record))
  const nothing = { position: null, isShared: false, change: null, gap: 0, interval: 0, decidedBy: null }
  const noChance = { possiblePoints: 0, bestPlace: null, worstPlace: null, mayWin: false }
  return {
    rows: [...rows, ...out.map((person) => ({ ...figuresOf(person, rules), ...nothing, ...noChance }))],
    roundsHeld: held.length,
    pointsLeft: rounded(winnable.most.reduce((sum, points) => sum + points, 0)),
  }
}

/** Of each held round the table as it stood then: of later ones neither races nor adjustments. */
export function standingsAfter(season: Season, rounds: number, scope: TableScope = EVERYBODY): Standings {
  const later = new Set(season.rounds.slice(rounds).map(({ id }) => id))
  return standingsOf(
    {
      ...season,
      rounds: season.rounds.map((round) => (later.has(round.id) ? { ...round, races: round.races.map((race) => ({ ...race, rows: null })) } : round)),
      adjustments: season.adjustments.filter(({ roundId }) => roundId === null || !later.has(roundId)),
    },
    scope,
  )
}

type Subject = Pick<Participant, 'id' | 'registeredAt' | 'isExcluded' | 'hasLeft'>
type Outcomes = ReadonlyMap<string, ReadonlyMap<string, Outcome>>
type Person = {
  readonly subject: Subject
  readonly cells: readonly (Cell | null)[]
  readonly scores: readonly (RoundScore | null)[]
  readonly adjustment: number
  readonly progress: readonly number[]
  readonly record: Record
  readonly hopes: Record
}

function dropRulesOf({ rules }: Season, { of }: TableScope): DropRules {
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

/** A race that decides ties: what everybody has of it, and how many of its places earn points. */
type DecidingRace = { readonly id: string; readonly outcomes: ReadonlyMap<string, Outcome>; readonly table: readonly number[] }
const decidingRaces = (season: Season, outcomes: Outcomes, upTo: number): readonly DecidingRace[] =>
  season.rounds.slice(0, upTo + 1).flatMap(({ races }) =>
    races.flatMap(({ id, rules }) => {
      const ofRace = rules.decidesTies ? outcomes.get(id) : undefined
      return ofRace ? [{ id, outcomes: ofRace, table: rules.points.table }] : []
    }),
  )

const NO_PLACES: readonly number[] = []
/** `won`: where they have come first as well. */
function recordOf(subject: Subject, races: readonly DecidingRace[], points: number, won?: ToCome): Record {
  const finishes: number[] = []
  const scoring: number[] = []
  const lastPlaces: (number | null)[] = []
  const firstPlaces: (number | null)[] = []
  for (const { id, outcomes, table } of races) {
    const had = outcomes.get(subject.id)?.places ?? NO_PLACES
    const places = won?.get(id)?.has(subject.id) ? [1, ...had] : had
    let first: number | null = null
    for (const place of places) {
      finishes[place - 1] = (finishes[place - 1] ?? 0) + 1
      if ((table[place - 1] ?? 0) <= 0) continue
      scoring[place - 1] = (scoring[place - 1] ?? 0) + 1
      first ??= place
    }
    lastPlaces.push(places[0] ?? null)
    firstPlaces.push(first)
  }
  return {
    id: subject.id,
    points: rounded(points),
    finishes,
    scoring,
    lastPlaces: lastPlaces.toReversed(),
    firstPlaces,
    registeredAt: subject.registeredAt,
  }
}

function placesOf(records: readonly Record[], ties: Season['rules']['ties']): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [at, record] of records.entries()) {
    const above = records[at - 1]
    places.set(record.id, above && compare(above, record, ties) === 0 ? places.get(above.id)! : at + 1)
  }
  return places
}

/** Everybody's place when the round before the last was over. */
function placesBefore(season: Season, people: readonly Person[], outcomes: Outcomes, previous: number): ReadonlyMap<string, number> {
  const { ties } = season.rules
  const deciding = decidingRaces(season, outcomes, previous)
  const records = people.map(({ subject, progress }) => recordOf(subject, deciding, progress.at(-2)!))
  return placesOf(
    records.toSorted((a, b) => compare(a, b, ties) || (a.id < b.id ? -1 : 1)),
    ties,
  )
}

function figuresOf({ subject, cells, scores, adjustment, progress, record }: Person, rules: DropRules) {
  const dropped = droppedOf(scores, rules)
  const races = cells.flatMap((cell) => cell?.races ?? [])
  const counted = (test: (race: Outcome) => boolean): number => races.filter(test).length
  return {
    id: subject.id,
    points: record.points,
    grossPoints: rounded(
      races.flatMap(({ leftOut = [] }) => leftOut).reduce((sum, one) => sum + one.points, 0) +
        scores.reduce((sum, score) => sum + (score?.points ?? 0), adjustment),
    ),
    wins: counted(({ places }) => places[0] === 1),
    podiums: races.reduce((sum, { places }) => sum + places.filter((place) => place <= 3).length, 0),
    poles: counted(({ hasPole }) => hasPole),
    fastestLaps: counted(({ hasFastestLap }) => hasFastestLap),
    starts: counted(({ status }) => status !== 'DNS'),
    cells: cells.map((cell, at) => cell && { ...cell, isDropped: dropped[at]! }),
    progress,
    adjustment: rounded(adjustment),
  }
}
