/** The final tables of a season's file, and where they are otherwise than it says. */
import { scoreSeason } from '#modules/standings/rules/race.ts'
import type { Season, TieRule } from '#modules/standings/rules/season.ts'
import { standingsAfter, standingsOf } from '#modules/standings/rules/table.ts'
import { type Of, tiesIn } from './championship.ts'
import type { SeasonFile } from './read.ts'
import { drivingOf, type Driving, excludedTeams, hasTeamsTable, seasonOf } from './season.ts'
import { divided, teamNames, withoutLine } from './teams.ts'

export type Line = { readonly position: number | null; readonly id: string; readonly points: number; readonly grossPoints: number }
type Published = Pick<Line, 'position' | 'id' | 'points'>
export type Table = {
  readonly name: string
  readonly lines: readonly Line[]
  /** As published, where it comes out otherwise. */
  readonly different: readonly Published[]
  readonly notes: readonly string[]
  /** The table as it was after so many rounds. */
  readonly after: (rounds: number) => readonly Line[]
}
export type WorkedOut = { readonly tables: readonly Table[]; readonly notes: readonly string[]; readonly rounds: readonly number[] }

export function workedOut(file: SeasonFile): WorkedOut {
  const driving = withoutMissing(drivingOf(file))
  const classes = [...new Set(driving.rounds.flatMap(({ races }) => races.flatMap(({ cars }) => cars.map(({ classId }) => classId))))]
  const ofClasses = classes.flatMap((classId) => (classId === null ? [] : [classId])).toSorted()
  const drivers = (file.driverStandings ?? []).map((one) => ({ ...one, id: one.driver, class: one.class ?? null }))
  const tables = [
    tableOf(driving, 'DRIVERS', null, file.driverStandings ? drivers.filter((one) => one.class === null) : null),
    ...ofClasses.map((classId) => {
      const published = drivers.filter((one) => one.class === classId)
      return tableOf(driving, 'DRIVERS', classId, published.length > 0 ? published : null)
    }),
    ...(hasTeamsTable(driving) ? [tableOf(driving, 'TEAMS', null, teamsPublished(file))] : []),
  ]
  return { tables, notes: driving.notes, rounds: driving.rounds.map(({ no }) => no) }
}

/** Who is not published, with more points than somebody who is, was disqualified from the season. */
function withoutMissing(driving: Driving): Driving {
  const { file } = driving
  const names = new Set(file.driverStandings?.map(({ driver }) => driver))
  const least = (file.driverStandings ?? []).reduce((min, { position, points }) => (position === null ? min : Math.min(min, points)), Infinity)
  const missing = standingsOf(seasonOf(driving)).rows.flatMap(({ id, points }) => (points > least && !names.has(id) ? [id] : []))
  const notes = missing.map((id) => `${id} is not published with the points of these races: counts as disqualified from the season`)
  return { ...driving, file: { ...file, excluded: [...file.excluded, ...missing] }, notes: [...driving.notes, ...notes] }
}

function teamsPublished(file: SeasonFile): readonly Published[] | null {
  const named = teamNames(file)
  return file.constructorStandings?.map((one) => ({ ...one, id: named(one)! })) ?? null
}

function tableOf(driving: Driving, of: Of, classId: string | null, published: readonly Published[] | null): Table {
  const tries = triesOf(driving, of, published).map((ties) => tried(driving, of, classId, published, ties))
  const best = tries.reduce((least, one) => (one.different.length < least.different.length ? one : least))
  return best
}

/** How ties are decided: as the file says, or as was usual; where that is otherwise than published, as the published table has it. */
const OTHER_TIES: readonly (readonly TieRule[])[] = [
  ['SCORING_PLACES'],
  ['SCORING_PLACES', 'FIRST_RESULT'],
  ['PLACES'],
  ['PLACES', 'LAST_RESULT'],
  ['PLACES', 'FIRST_RESULT'],
]
function triesOf({ file, year }: Driving, of: Of, published: readonly Published[] | null): readonly (readonly TieRule[])[] {
  const first = file.rules.ties ?? tiesIn(year, of)
  return file.rules.ties || !published ? [first] : [first, ...OTHER_TIES]
}

function tried(driving: Driving, of: Of, classId: string | null, published: readonly Published[] | null, ties: readonly TieRule[]): Table {
  const plain = seasonOf(driving, of, ties)
  const { season, notes } = of === 'TEAMS' && published ? withLines(plain, published) : { season: plain, notes: [] }
  const scope = { of, classId }
  const lines = [...listed(season, standingsOf(season, scope).rows), ...(of === 'TEAMS' ? teamsOut(driving, published ?? []) : [])]
  return {
    name: classId === null ? (of === 'TEAMS' ? 'teams' : 'drivers') : `drivers ${classId}`,
    lines,
    different: differentOf(lines, published ?? []),
    notes,
    after: (rounds) => listed(season, standingsAfter(season, rounds, scope).rows),
  }
}

/** Of a team that was disqualified from the season no race counts: it has what is published of it. */
function teamsOut(driving: Driving, published: readonly Published[]): readonly Line[] {
  const entered = new Set(driving.file.races.flatMap(({ results }) => results.map(({ team }) => team)))
  const unplaced = published.filter(({ position }) => position === null)
  const others = [...excludedTeams(driving)].filter((id) => entered.has(id) && !unplaced.some((one) => one.id === id))
  return [...unplaced, ...others.map((id) => ({ id, points: 0 }))].map((one) => ({ ...one, position: null, grossPoints: one.points }))
}

function withLines(season: Season, published: readonly Published[]): { readonly season: Season; readonly notes: readonly string[] } {
  const { season: own, divided: known, undivided } = divided(season, scoreSeason(season), published)
  return {
    season: own,
    notes: [
      ...known.map((id) => `${id} is published several times and no row tells its engine: its cars are divided as its points are`),
      ...undivided.map((id) => `${id} is published several times and no row tells its engine: it stands once`),
    ],
  }
}

/** Only who has points has a place, unless every place decides: then whoever was classified. */
function listed(
  season: Season,
  rows: readonly (Line & { readonly cells: readonly ({ readonly races: readonly { readonly places: readonly number[] }[] } | null)[] })[],
): readonly Line[] {
  const listsZeros = !season.rules.ties.includes('SCORING_PLACES')
  return rows
    .filter(({ points, cells }) => points !== 0 || (listsZeros && cells.some((cell) => cell?.races.some(({ places }) => places.length > 0))))
    .map(({ position, id, points, grossPoints }) => ({ position, id: withoutLine(id), points, grossPoints }))
}

/** What is published and does not come out; of several with one name each stands for one. */
function differentOf(lines: readonly Line[], published: readonly Published[]): readonly Published[] {
  const left = [...lines]
  return published.filter(({ id, position, points }) => {
    const at = left.findIndex((one) => one.id === id && one.position === position && Math.abs(one.points - points) < 0.005)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
