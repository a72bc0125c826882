import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Trouble } from '#games/emulated.ts'
import type { HostedGame } from '#modules/hosting/hosting.fixture.ts'
import type { WrittenEvent } from '#testing/event.ts'
import type { Outcome } from './outcome.fixture.ts'
import { driven, HOSTED, stage, type Stage } from './trial.fixture.ts'

/** A race that nothing is missing of, whatever its server did. */
const WELL = { phase: 'ENDED', reason: null, isComplete: true } as const
type Expected = { readonly phase: string; readonly reason: RegExp | null; readonly isComplete: boolean }

type Awkward = {
  readonly name: string
  readonly troubles: readonly Trouble[]
  readonly event?: Partial<WrittenEvent>
  readonly speed?: number
  /** A starter script in front of the server; `"$@"` is the server. */
  readonly script?: string
  /** Where it ends otherwise than well: for every game, or for one. */
  readonly every?: Expected
  readonly only?: Partial<Readonly<Record<HostedGame, Expected>>>
}

/** The disk keeps its own time: between two files of a race there are seconds, not fractions of one. */
const DISK_SPEED = 120

// Servers as operators have them: processes of their own, behind the real host program, each game at once.
export const WAYS: readonly Awkward[] = [
  { name: 'one that behaves', troubles: [] },
  { name: 'server protection', troubles: [], event: { enableServerProtection: true } },
  {
    name: 'a lobby that refuses it',
    troubles: ['lobbyRefused'],
    only: { assetto_corsa: { phase: 'FAILED', reason: /lobby/, isComplete: false } },
  },
  { name: 'a slow start', troubles: ['slowStart'] },
  {
    name: 'a crash in mid-race',
    troubles: ['crash'],
    every: { phase: 'FAILED', reason: /ended with code 139/, isComplete: false },
  },
]

/** It goes on otherwise than planned. */
export const AGAIN: readonly Awkward[] = [
  { name: 'a race begun again by an admin', troubles: ['sessionRestart'] },
  { name: 'a weekend begun again in mid-race', troubles: ['weekendRestart'] },
  { name: 'drivers who stay for two more weekends', troubles: ['stayers'] },
  { name: 'server protection, and drivers who stay', troubles: ['stayers'], event: { enableServerProtection: true } },
  { name: 'one that never ends', troubles: ['neverEnds'] },
]

/** What lies between a server and its operator: the disk, and a script. */
export const AROUND: readonly Awkward[] = [
  { name: 'files that come late', troubles: ['filesLate'], speed: DISK_SPEED },
  { name: 'files that come in pieces', troubles: ['filesInPieces'], speed: DISK_SPEED },
  { name: 'files that come twice', troubles: ['filesTwice'] },
  { name: 'a script that waits and ignores a wish', troubles: [], script: 'trap \'\' TERM\n"$@"\nexit 0' },
  { name: 'a script that leaves it behind', troubles: ['stayers'], script: '"$@" &\nsleep 0.2' },
]

export function allEndAsExpected(title: string, table: readonly Awkward[]): void {
  describe(title, () => {
    let on: Stage
    before(async () => (on = await stage()))
    after(() => on.server.stop())

    for (const row of table)
      test(row.name, async () => {
        const installed = (_: HostedGame, folder: string) => ({
          emulator: row.troubles,
          ...(row.script ? { before: [scriptIn(folder, 'start.sh', row.script)] } : {}),
        })
        const outcomes = await driven(on, { games: HOSTED, installed, event: row.event, speed: row.speed })
        for (const outcome of outcomes) checked(outcome, row.only?.[outcome.game] ?? row.every ?? WELL, row.troubles.includes('stayers'))
      })
  })
}

function checked(outcome: Outcome, expected: Expected, hasMore: boolean): void {
  const said = JSON.stringify(outcome, null, 1)
  assert.equal(outcome.phase, expected.phase, said)
  if (expected.reason) assert.match(outcome.reason ?? '', expected.reason, said)
  else assert.equal(outcome.reason, null, said)
  assert.ok(
    outcome.sent.every(({ status }) => status === 'READ'),
    said,
  )
  // what was written of the event was read, each file once; what came after it was not
  const names = [...new Set(outcome.sent.map(({ name }) => name))]
  assert.ok(outcome.game === 'ams2' || names.length === outcome.sent.length, said)
  assert.deepEqual(names.sort(), outcome.written.slice(0, names.length).sort(), said)
  if (!hasMore) assert.deepEqual(names, [...outcome.written].sort(), said)
  if (expected.isComplete) {
    assert.equal(outcome.status, 'ENDED', said)
    assert.equal(outcome.raceRows, 4, said)
  }
  assert.deepEqual([outcome.processesLeft, outcome.portsLeft], [0, []], said)
}

/** A starter script as an operator writes it. */
export function scriptIn(folder: string, name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
  return file
}
