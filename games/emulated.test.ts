import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { grid, seeded } from './emulate.fixture.ts'
import { TROUBLES, troubled, type EmulatedStep, type Trouble } from './emulated.ts'
import type { Game, ServerOrder } from './game.ts'
import { PLAYABLE } from './index.ts'

const FOLDERS: Readonly<Record<string, string>> = { assetto_corsa: 'ac' }
/** What the emulator program does with the files of any game (host/emulator.test.ts). */
const ON_DISK: ReadonlySet<Trouble> = new Set(['slowStart', 'filesLate', 'filesInPieces', 'filesTwice'])
const PROTECTION = 'server protection'

/** All that a server does, in words that can be compared. */
function playedBy({ server }: Game, order: ServerOrder, troubles: readonly Trouble[]): string {
  const steps: readonly EmulatedStep[] = troubled(server!.emulate(server!.writeFiles(order), seeded(1), troubles), troubles)
  return steps.map((step) => JSON.stringify({ ...step, ...('bytes' in step ? { bytes: step.bytes.length } : {}) })).join('\n')
}

for (const game of PLAYABLE.filter(({ server }) => server))
  test(`${game.shortName}: each way to misbehave is played, or captures.md says why not, and where the rest was seen`, () => {
    const { catalogue, server } = game
    const [track, car] = [catalogue.tracks[0]!, catalogue.cars[0]!]
    const ports = Object.fromEntries(server!.launch.ports.map(({ name }, i) => [name, 9600 + i]))
    const order = grid(game, 4, { trackId: track.id, layoutId: track.layouts[0]?.id ?? null, carIds: [car.id], ports, maxEntries: 8 })
    const plain = playedBy(game, order, [])
    const played = [
      ...TROUBLES.filter((trouble) => !ON_DISK.has(trouble) && playedBy(game, order, [trouble]) !== plain),
      ...(playedBy(game, { ...order, enableServerProtection: true }, []) === plain ? [] : [PROTECTION]),
    ]
    const text = readFileSync(new URL(`${FOLDERS[game.id] ?? game.id}/captures.md`, import.meta.url), 'utf8')
    const [seen = '', missing = ''] = text.split(/^## Not played$/m)
    const sources = rowsOf(seen)
    assert.ok(sources.length >= 3 && sources.every((row) => /\w\/[\w.-]|the same|unknown/.test(row)), 'what is followed, with repository and path')
    const said = rowsOf(missing).map((row) => /^\| ([\w ]*\w) +\| \w.{20,} \|$/.exec(row)?.[1])
    const all: readonly string[] = [...TROUBLES.filter((trouble) => !ON_DISK.has(trouble)), PROTECTION]
    assert.deepEqual(said.toSorted(), all.filter((mode) => !(played as readonly string[]).includes(mode)).toSorted())
  })

/** Of a table its rows, without its head. */
const rowsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^\|[ -]+\|.*\n((?:\|.*\n?)+)/gm)].flatMap(([, rows]) => rows!.trim().split('\n'))
