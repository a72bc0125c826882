/** Which team of the table a car was of: a constructor, and its engine where it entered several. */
import { totalOf } from '#modules/standings/rules/counted.ts'
import type { ScoredRace } from '#modules/standings/rules/race.ts'
import type { RaceRow, Season } from '#modules/standings/rules/season.ts'
import type { FileRow, SeasonFile } from './read.ts'

type Named = Pick<FileRow, 'team' | 'engine'>

/** `lotus`, or `lotus-climax` where it entered cars with another engine too. */
export function teamNames(file: SeasonFile): (row: Named) => string | null {
  const engines = new Map<string, Set<string>>()
  for (const { results } of file.races)
    for (const { team, engine } of results) if (team && engine) engines.set(team, (engines.get(team) ?? new Set()).add(engine))
  return ({ team, engine }) => (!team ? null : engine && (engines.get(team)?.size ?? 0) > 1 ? `${team}-${engine}` : team)
}

const LINE = '#'
/** Without the number that tells the lines of a constructor apart. */
export const withoutLine = (id: string): string => id.split(LINE)[0]!

type Published = { readonly id: string; readonly position: number | null; readonly points: number }
export type Divided = { readonly season: Season; readonly divided: readonly string[]; readonly undivided: readonly string[] }

/**
 * Constructors that are published several times, each with another engine, where no row tells which: their cars are divided so that every line comes
 * to what is published of it. Who came before in a line stays in it where that is possible.
 */
export function divided(season: Season, scored: ReadonlyMap<string, ScoredRace>, published: readonly Published[]): Divided {
  const lines = Map.groupBy(
    published.filter(({ position }) => position !== null),
    ({ id }) => id,
  )
  const several = [...lines].filter(([, all]) => all.length > 1)
  const found = several.map(([id, all]) => ({ id, lines: dividedAmong(id, all, season, scored) }))
  const names = new Map(found.flatMap(({ lines: of }) => [...(of ?? [])]))
  return {
    season: {
      ...season,
      rounds: season.rounds.map((round) => ({
        ...round,
        races: round.races.map((race) => ({
          ...race,
          rows: race.rows && race.rows.map((row) => ({ ...row, teamId: names.get(row) ?? row.teamId })),
        })),
      })),
    },
    divided: found.flatMap(({ id, lines: of }) => (of ? [id] : [])),
    undivided: found.flatMap(({ id, lines: of }) => (of ? [] : [id])),
  }
}

type Car = { readonly row: RaceRow; readonly round: number; readonly points: number }
/** So many tries are enough for whatever a season holds; of more there is no end. */
const MOST_TRIES = 200_000

function dividedAmong(
  id: string,
  lines: readonly Published[],
  { rounds, rules }: Season,
  scored: ReadonlyMap<string, ScoredRace>,
): ReadonlyMap<RaceRow, string> | null {
  const cars = rounds.flatMap(({ races }, round) =>
    races.flatMap((race) =>
      (scored.get(race.id)?.rows ?? []).flatMap(({ row, points }): readonly Car[] =>
        row.teamId === id && points > 0 ? [{ row, round, points }] : [],
      ),
    ),
  )
  const counting = rules.teams.countingCars ?? Infinity
  const drops = { parts: rules.teams.parts, mayDropDisqualified: true, mayDropMissed: true }
  const totalOfLine = (own: readonly Car[]): number => {
    const scores = rounds.map((_, at) => {
      const here = own.flatMap(({ round, points }) => (round === at ? [points] : [])).toSorted((a, b) => b - a)
      return { points: here.slice(0, counting).reduce((sum, points) => sum + points, 0), isDisqualified: false, isMissed: false }
    })
    return totalOf(scores, drops)
  }
  const of: Car[][] = lines.map(() => [])
  const lineOf = new Map<string, number>()
  let tries = 0
  const place = (at: number): boolean => {
    const car = cars[at]
    if (!car) return lines.every(({ points }, no) => Math.abs(totalOfLine(of[no]!) - points) < 0.01)
    const driver = String(car.row.driverIds)
    const before = lineOf.get(driver)
    const order = lines.map((_, no) => no).toSorted((a, b) => Number(b === before) - Number(a === before))
    for (const no of order) {
      if (++tries > MOST_TRIES) return false
      of[no]!.push(car)
      lineOf.set(driver, no)
      // points only grow with every car
      if (totalOfLine(of[no]!) < lines[no]!.points + 0.01 && place(at + 1)) return true
      of[no]!.pop()
      if (before === undefined) lineOf.delete(driver)
      else lineOf.set(driver, before)
    }
    return false
  }
  if (!place(0)) return null
  return new Map(of.flatMap((own, no) => own.map(({ row }) => [row, no === 0 ? id : `${id}${LINE}${no + 1}`] as const)))
}
