import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'

const folder = mkdtempSync(path.join(tmpdir(), 'read-results-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string): string => {
  const target = path.join(folder, name)
  writeFileSync(target, content)
  return target
}

/** Runs the tool as a person would; its lines as objects. */
function run(...args: readonly string[]) {
  const done = spawnSync(process.execPath, [path.join(import.meta.dirname, 'read-results.ts'), ...args], { encoding: 'utf8' })
  const lines = done.stdout.split('\n').filter((line) => line !== '')
  return { code: done.status, error: done.stderr, answers: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

const row = {
  Username: 'ann',
  FullName: 'Ann',
  Car: 'Lada Vesta',
  Position: 1,
  BestLapTime: 98_000,
  TotalTime: 98_000,
  FinishStatus: 'Finished',
  RaceSessionLaps: [{ Time: 98_000 }],
}
const SAMPLES: Readonly<Record<string, readonly [name: string, content: string, trackId: string]>> = {
  r3e: [
    'r3e.json',
    JSON.stringify({ Server: 'S', Track: 'Imola', TrackLayout: 'Grand Prix', Sessions: [{ Type: 'Race', Players: [row] }] }),
    'Imola',
  ],
  ams2: [
    'sms.json',
    `// note\n${JSON.stringify({ stats: { server: { name: 'S' }, history: [{ setup: { TrackId: 5 }, stages: { race1: { events: [], results: [{ name: 'Ann', attributes: { RacePosition: 1, Lap: 1 } }] } } }] } })}`,
    '5',
  ],
  lmu: [
    'lmu.xml',
    '<rFactorXML><RaceResults><ServerName>S</ServerName><TrackCourse>Fuji Speedway</TrackCourse><Race><Driver><Name>Ann</Name><Position>1</Position></Driver></Race></RaceResults></rFactorXML>',
    'Fuji Speedway',
  ],
  iracing: [
    'iracing.json',
    JSON.stringify({
      type: 'event_result',
      data: {
        session_name: 'S',
        track: { track_id: 47 },
        session_results: [{ simsession_type: 6, results: [{ display_name: 'Ann', finish_position: 0, laps_complete: 3 }] }],
      },
    }),
    '47',
  ],
}

for (const [game, [name, content, trackId]] of Object.entries(SAMPLES))
  test(`--game ${game} reads one line of JSON per file`, () => {
    const target = file(name, content)
    const { code, answers } = run('--game', game, target)
    assert.equal(code, 0)
    const [answer, ...more] = answers
    assert.deepEqual([answer?.file, answer?.ok, more.length], [target, true, 0])
    const [session] = (answer?.sessions ?? []) as {
      type: string
      trackId: string
      layoutId: string | null
      serverName: string
      results: { name: string }[]
    }[]
    assert.ok(session && 'layoutId' in session && 'sessionIndex' in session)
    assert.deepEqual([session.type, session.trackId, session.serverName, session.results.map((one) => one.name)], ['RACE', trackId, 'S', ['Ann']])
  })

test('rFactor 2 is read by its family name', () => {
  const target = file('rf2.xml', SAMPLES.lmu?.[1] ?? '')
  assert.deepEqual(run('--game', 'rf2', target).answers, run('--game', 'lmu', target).answers)
})

test('what cannot be read has a code and a reason, the rest is read, and all is well', () => {
  const [broken, empty, good] = [file('broken.json', '{"Sessions":'), file('empty.json', ''), file('good.json', SAMPLES.r3e?.[1] ?? '')]
  const { code, answers } = run('--game', 'r3e', broken, empty, good, path.join(folder, 'missing.json'))
  assert.equal(code, 0)
  assert.deepEqual(
    answers.map((answer) => [answer.ok, answer.code ?? null, typeof answer.reason]),
    [
      [false, 'IMPORT_UNREADABLE', 'string'],
      [false, 'IMPORT_NO_DATA', 'string'],
      [true, null, 'undefined'],
      [false, 'IMPORT_UNREADABLE', 'string'],
    ],
  )
})

test('without a known game or a file it says how it is used', () => {
  for (const args of [['--game', 'constructor', 'x'], ['--game', 'r3e'], ['--wrong']]) {
    const { code, error, answers } = run(...args)
    assert.deepEqual([code, answers.length], [2, 0])
    assert.match(error, /^usage: .*r3e\|ams2\|lmu/)
  }
})
