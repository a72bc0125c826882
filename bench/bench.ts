/**
 * `npm run bench`: every figure beside its reference of the same run, three times in turn and more where rounds differ, medians. Writes bench/RESULTS.md.
 * `--anyway` measures while other programs run: the table is marked and not written. `--only visitor,write` runs a part of it.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { arrivingLines } from './results/arriving.ts'
import { sizeLines } from './crowd/sizes.ts'
import { streamLines } from './crowd/streams.ts'
import { dueLines } from './due.ts'
import { championshipLines } from './rules/championship.ts'
import { bestLapLines, findingLines } from './finding.ts'
import { firstLoadLines } from './first-load.ts'
import { describeMachine, isQuiet, othersBusy, stepAside } from './machine.ts'
import { startReference, versionOf } from './beside.ts'
import { growthLines, signedInLines, statementLines, visitorLines, type Bench } from './measures.ts'
import { fileServer } from './nginx.ts'
import { platform } from './platform.ts'
import { correctingLines } from './rules/correcting.ts'
import { ratingLines } from './rules/rating.ts'
import { readingLines } from './reading.ts'
import { benchCluster, FULL, seasonDatabase, SMALL } from './season.ts'
import { standingsLines } from './rules/standings.ts'
import { splittingLines } from './rules/splitting.ts'
import { isMet, tableOf, type Line } from './table.ts'
import { writeLines } from './writes.ts'

const anyway = process.argv.includes('--anyway')
const only = process.argv[process.argv.indexOf('--only') + 1]?.split(',')
const isWanted = (part: string): boolean => !process.argv.includes('--only') || Boolean(only?.includes(part))
const say = (text: string): void => void process.stdout.write(`${text}\n`)

process.exitCode = await main()

async function main(): Promise<number> {
  stepAside()
  const cluster = await benchCluster()
  const server = await serverProcesses(cluster.url('postgres'))
  for (const pid of server) stepAside(pid)
  const roots = [process.pid, server[0]!]
  const [full, small] = [await seasonDatabase(cluster, FULL), await seasonDatabase(cluster, SMALL)]
  const busy = [await othersBusy(roots)]
  if (!isQuiet(busy[0]!) && !anyway) {
    say(`Other processes use ${busy[0]!.toFixed(2)} cores; the figures would mean nothing. Close them, or look with --anyway.`)
    await end([full.drop, small.drop, cluster.stop])
    return 1
  }
  const bench: Bench = {
    full: await platform(full.url),
    small: await platform(small.url),
    files: await fileServer(),
    reference: await startReference(full.url),
    databaseUrl: full.url,
  }
  const lines: Line[] = []
  try {
    for (const [part, measure] of [
      ['visitor', () => visitorLines(bench)],
      ['signed-in', () => signedInLines(bench)],
      ['write', () => writeLines(bench)],
      ['due-at-once', () => dueLines(bench)],
      ['finding', () => findingLines(bench)],
      ['growth', () => growthLines(bench)],
      ['statements', () => statementLines(bench)],
      ['reading', async () => readingLines()],
      ['sizes', () => sizeLines(bench)],
      ['streams', () => streamLines(bench)],
      ['splitting', async () => splittingLines()],
      ['correcting', async () => correctingLines()],
      ['rating', async () => ratingLines()],
      ['standings', async () => [...standingsLines(), ...(await championshipLines(bench))]],
      ['arriving', () => arrivingLines(bench)],
      ['best-laps', () => bestLapLines(cluster)],
      ['first-load', () => firstLoadLines(bench.full)],
    ] as const) {
      if (!isWanted(part)) continue
      say(`${part} …`)
      const found = await measure()
      say(`${tableOf(found)}\n`)
      lines.push(...found)
      busy.push(await othersBusy(roots))
    }
    say(report(lines, busy, describeMachine(await versionOf(full.url))))
  } finally {
    await end([bench.full.stop, bench.small.stop, bench.files.stop, bench.reference.stop, full.drop, small.drop, cluster.stop])
  }
  return busy.every(isQuiet) && lines.some((line) => isMet(line) === false) ? 2 : 0
}

function report(lines: readonly Line[], busy: readonly number[], machine: string): string {
  const isValid = busy.every(isQuiet)
  const notes = lines.flatMap(({ name, note }) => (note ? [`- ${name}: ${note}`] : []))
  const missed = lines.filter((line) => isMet(line) === false).map(({ name }) => name)
  const text = [
    '# Measured',
    '',
    machine,
    '',
    `By \`npm run bench\`: one process of the platform as in production (limits, headers, logs and gzip on), each figure three times in turn with its reference (what visitors ask for seven times), medians. Other processes used at most ${Math.max(...busy).toFixed(2)} cores.`,
    '',
    tableOf(lines),
    '',
    missed.length === 0 ? 'Every goal is met.' : `Not met: ${missed.join('; ')}.`,
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n')
  const isWhole = !process.argv.includes('--only')
  const file = path.join(import.meta.dirname, 'RESULTS.md')
  if (isValid && isWhole) {
    writeFileSync(file, text)
    // as every file of the tree is, or the next test run would stop at it
    execFileSync(path.join(import.meta.dirname, '../node_modules/.bin/oxfmt'), [file])
  }
  return isValid ? `\n${text}` : `\nNOT VALID: other processes used up to ${Math.max(...busy).toFixed(2)} cores.\n\n${text}`
}

/** The database server's main process first. */
async function serverProcesses(url: string): Promise<readonly number[]> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const parent = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(rows[0]!.pid)], { encoding: 'utf8' }))
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number)
  await client.end()
  return [parent, ...children]
}

async function end(steps: readonly (() => unknown)[]): Promise<void> {
  for (const step of steps) await step()
}
