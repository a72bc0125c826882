/** `npm run -s season -- FILE…`: the final standings of each file's drivers and teams, and where they are otherwise than the file says. */
import { readFile } from 'node:fs/promises'
import { standingsOf, type StandingsRow } from '#modules/standings/rules/table.ts'
import { listsZeros, readSeason, seasonOf } from './season/file.ts'

const files = process.argv.slice(2)
if (files.length === 0) {
  process.stderr.write('usage: season FILE…\n')
  process.exitCode = 2
}
for (const file of files) await print(file)

async function print(fileName: string): Promise<void> {
  const json = await readFile(fileName, 'utf8').catch(() => null)
  const read = json === null ? { wrong: ['There is no such file.'] } : readSeason(json)
  if ('wrong' in read) {
    process.stderr.write(read.wrong.map((words) => `${fileName}: ${words}\n`).join(''))
    process.exitCode = 1
    return
  }
  const { file } = read
  const tables = [
    ['drivers', 'DRIVERS', file.driverStandings?.map((one) => ({ ...one, id: one.driver }))],
    ['teams', 'TEAMS', file.constructorStandings?.map((one) => ({ ...one, id: one.constructor }))],
  ] as const
  for (const [name, of, published] of tables) {
    const season = seasonOf(file, of)
    const { rows } = standingsOf(season, { of, classId: null })
    const listed = rows.filter(({ points }) => points > 0 || listsZeros(season))
    process.stdout.write(`${file.season} ${name}\n${listed.map(line).join('\n')}\n`)
    const different = (published ?? []).filter(({ id, position, points }) => {
      const row = listed.find((one) => one.id === id)
      // a team that was disqualified from the season has none
      return row ? row.position !== position || row.points !== points : position !== null
    })
    for (const { id, position, points } of different) process.stderr.write(`${file.season} ${name}: published ${position} ${id} ${points}\n`)
    if (different.length > 0) process.exitCode = 1
  }
}

function line({ position, id, points, grossPoints }: StandingsRow): string {
  const gross = grossPoints === points ? '' : `  (${grossPoints})`
  return `${(position === null ? 'DSQ' : String(position)).padStart(4)}  ${id.padEnd(28)} ${String(points).padStart(6)}${gross}`
}
