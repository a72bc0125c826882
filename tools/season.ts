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

async function print(name: string): Promise<void> {
  const file = readSeason(await readFile(name, 'utf8'))
  const season = seasonOf(file)
  const tables = [
    ['drivers', standingsOf(season), file.driverStandings?.map((one) => ({ ...one, id: one.driver }))],
    ['teams', standingsOf(season, { of: 'TEAMS', classId: null }), file.constructorStandings?.map((one) => ({ ...one, id: one.constructor }))],
  ] as const
  for (const [of, { rows }, published] of tables) {
    const listed = rows.filter(({ points }) => points > 0 || listsZeros(season))
    process.stdout.write(`${file.season} ${of}\n${listed.map(line).join('\n')}\n`)
    const different = (published ?? []).filter(({ id, position, points }) => {
      const row = listed.find((one) => one.id === id)
      return row?.position !== position || row.points !== points
    })
    for (const { id, position, points } of different) process.stderr.write(`${file.season} ${of}: published ${position} ${id} ${points}\n`)
    if (different.length > 0) process.exitCode = 1
  }
}

function line({ position, id, points, grossPoints }: StandingsRow): string {
  const gross = grossPoints === points ? '' : `  (${grossPoints})`
  return `${String(position).padStart(4)}  ${id.padEnd(28)} ${String(points).padStart(6)}${gross}`
}
