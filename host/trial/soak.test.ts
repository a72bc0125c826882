import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seeded } from '#games/emulate.fixture.ts'
import { driven, HOSTED, stage, type Outcome, type Stage } from './trial.fixture.ts'

/** `SOAK_RACES=200 node --test host/trial/soak.test.ts` runs longer; `SOAK_SEED` runs the same games in the same order again. */
const RACES = Number(process.env['SOAK_RACES'] ?? 5)
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 100_000)
const AT_ONCE = 10

let on: Stage
before(async () => void (on = await stage()))
after(() => on.server.stop())

test(`${RACES} races with random faults: each ends with its reason, each file is read once, nothing is left behind`, async (t) => {
  const chance = seeded(SEED)
  const games = Array.from({ length: RACES }, () => HOSTED[Math.floor(chance() * HOSTED.length)]!)
  const counts = new Map<string, number>()
  for (let from = 0; from < games.length; from += AT_ONCE) {
    const outcomes = await driven(on, { games: games.slice(from, from + AT_ONCE), installed: () => ({ emulator: 'random' }), speed: 300 })
    for (const outcome of outcomes) {
      checked(outcome)
      const [kind] = (outcome.reason ?? '').split(':')
      const name = `${outcome.phase} ${kind}`.trim()
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  t.diagnostic(`seed ${SEED}: ${[...counts].map(([name, count]) => `${count} × ${name}`).join(', ')}`)
})

function checked({ game, phase, reason, sent, written, processesLeft, portsLeft, ...rest }: Outcome): void {
  const said = JSON.stringify({ seed: SEED, game, phase, reason, sent, written, ...rest }, null, 1)
  assert.ok(phase === 'ENDED' ? reason === null : phase === 'FAILED' && reason !== null, said)
  assert.ok(
    sent.every(({ status }) => status === 'READ'),
    said,
  )
  // a file that is written again is another one; a server's next round is not of the event
  const names = [...new Set(sent.map(({ name }) => name))]
  assert.deepEqual(names.sort(), written.slice(0, names.length).sort(), said)
  assert.ok(game === 'ams2' || names.length === sent.length, said)
  if (phase === 'ENDED') assert.equal(rest.raceRows, 4, said)
  assert.deepEqual([processesLeft, portsLeft], [0, []], said)
}
