/**
 * `npm run -s season -- FILE…`: the final standings of each file's drivers and teams; with `--rounds` after every round too. What is otherwise than the
 * file says, and what it does not tell, is named beside them.
 */
import { readFile } from 'node:fs/promises'
import { readSeason } from './season/read.ts'
import { type Line, type Table, workedOut } from './season/tables.ts'

const args = process.argv.slice(2)
const files = args.filter((arg) => !arg.startsWith('--'))
const showsRounds = args.includes('--rounds')
if (files.length === 0) {
  process.stderr.write('usage: season [--rounds] FILE…\n')
  process.exitCode = 2
}
for (const file of files) await print(file)

async function print(fileName: string): Promise<void> {
  const json = await readFile(fileName, 'utf8').catch(() => null)
  const read = json === null ? { wrong: ['There is no such file.'] } : readSeason(json)
  if ('wrong' in read) return tell(fileName, read.wrong, true)
  const { file, unknown } = read
  const { tables, notes, rounds } = workedOut(file)
  const title = String(file.season)
  for (const table of tables) {
    const name = `${title} ${table.name}`
    if (showsRounds) for (const [at, no] of rounds.entries()) show(`${name} after round ${no}`, table.after(at + 1))
    show(name, table.lines)
    tell(name, table.notes, false)
    tell(
      name,
      table.different.map(({ position, id, points }) => `published ${position ?? 'without a place'} ${id} ${points}`),
      true,
    )
  }
  tell(title, notes, false)
  // a rule that nobody knows changed nothing where all came out as published
  tell(title, unknown, !isConfirmed(tables, file.driverStandings))
}

function isConfirmed(tables: readonly Table[], published: unknown): boolean {
  return Boolean(published) && tables.every(({ different }) => different.length === 0)
}

function tell(name: string, words: readonly string[], isWrong: boolean): void {
  process.stderr.write(words.map((one) => `${name}: ${one}\n`).join(''))
  if (isWrong && words.length > 0) process.exitCode = 1
}

function show(name: string, lines: readonly Line[]): void {
  process.stdout.write(`${name}\n${lines.map((one) => `${line(one)}\n`).join('')}`)
}

function line({ position, id, points, grossPoints }: Line): string {
  const gross = grossPoints === points ? '' : `  (${grossPoints})`
  return `${(position === null ? 'DSQ' : String(position)).padStart(4)}  ${id.padEnd(28)} ${String(points).padStart(6)}${gross}`
}
