import { carRulesOf, carsOf, type ToCome, toComeOf } from './cars.ts'
import { type DropRules, droppedOf, rounded, totalOf } from './counted.ts'
import { driversCounting } from './teams/drivers-counting.ts'
import { type Outcome, outcomesOf, type TableScope, wonIn } from './outcomes.ts'
import { type Cell, dropRulesOf, type Outcomes, peopleOf, type Person, type Subject } from './people.ts'
import { type Chances, chancesOf, winnableOf } from './possible.ts'
import { scoreSeason } from './race.ts'
import type { Season, SeasonAdjustment } from './season.ts'
import { compare, type Decision, decisionOf, type Record } from './ties.ts'

export type { Cell }

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
  /** All of them, of whichever round; of a team that has what its drivers have of the season, theirs too. */
  readonly adjustedBy: readonly SeasonAdjustment[]
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
  const toCome = toComeOf(season, scope)
  const cars = carsOf(season, scored, scope)
  const ofSeason = carRulesOf(season, scope)?.countingIn === 'SEASON_DRIVERS' ? driversCounting(season, scope, scored, cars) : null
  const now = ofSeason?.countedAfter(held.at(-1) ?? -1)
  const outcomes = outcomesOf(season, scope, cars, now?.cars)
  const deciding = decidingRaces(season, outcomes, held.at(-1) ?? -1)
  const people = peopleOf(season, scope, { outcomes, toCome, adjustments: now?.adjustments ?? season.adjustments }).map((person) => {
    const { subject, scores, adjustment } = person
    const upTo = (end: number): number => rounded(totalOf(scores.slice(0, end + 1), rules) + adjustment)
    const progress = held.map((end) => ofSeason?.pointsAfter(end, person) ?? upTo(end))
    const record = recordOf(subject, deciding, progress.at(-1) ?? adjustment)
    const hopes = [...toCome.values()].some((race) => race.has(subject.id)) ? recordOf(subject, deciding, record.points, toCome) : record
    return { ...person, progress, record, hopes, slack: ofSeason?.slackOf(subject.id) ?? 0 }
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

type Standing = Person & {
  readonly progress: readonly number[]
  readonly record: Record
  readonly hopes: Record
}

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
    const outcome = outcomes.get(subject.id)
    const had = outcome ? wonIn(outcome).places : NO_PLACES
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
function placesBefore(season: Season, people: readonly Standing[], outcomes: Outcomes, previous: number): ReadonlyMap<string, number> {
  const { ties } = season.rules
  const deciding = decidingRaces(season, outcomes, previous)
  const records = people.map(({ subject, progress }) => recordOf(subject, deciding, progress.at(-2)!))
  return placesOf(
    records.toSorted((a, b) => compare(a, b, ties) || (a.id < b.id ? -1 : 1)),
    ties,
  )
}

function figuresOf({ subject, cells, scores, adjustment, byHand, progress, record }: Standing, rules: DropRules) {
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
    wins: counted((race) => wonIn(race).places[0] === 1),
    podiums: races.reduce((sum, race) => sum + wonIn(race).places.filter((place) => place <= 3).length, 0),
    poles: counted((race) => wonIn(race).hasPole),
    fastestLaps: counted((race) => wonIn(race).hasFastestLap),
    starts: counted(({ status }) => status !== 'DNS'),
    cells: cells.map((cell, at) => cell && { ...cell, isDropped: dropped[at]! }),
    progress,
    adjustment: rounded(adjustment),
    adjustedBy: byHand,
  }
}
