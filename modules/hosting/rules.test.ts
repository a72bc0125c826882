import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionStatus, SplitStatus } from '#modules/sessions/rules.ts'
import { hasNight, looksAgainAt, WATCH_MS } from './rules.ts'

test('product.md §4: the statuses of splits are asked for again while they launch and when the countdown ends, never while all are up', () => {
  const launch = (...statuses: readonly SplitStatus[]) => ({
    opensAtMs: 1_000_000,
    startsAtMs: 1_300_000,
    statuses: statuses.map((status) => ({ status })),
  })
  const waiting = launch('WAITING', 'WAITING')
  const mixed = launch('STARTED', 'STARTING')
  const failed = launch('STARTED', 'FAILED')
  for (const [what, nowMs, at, looks] of [
    ['before the launch', 999_999, waiting, false],
    ['when it is due', 1_000_000, waiting, true],
    ['while one is coming', 1_100_000, mixed, true],
    ['while all are up', 1_100_000, launch('STARTED', 'STARTED'), false],
    ['all are up as the countdown ends', 1_300_000, launch('STARTED', 'STARTED'), false],
    ['one has failed, before the start', 1_200_000, failed, false],
    ['one has failed, as the countdown ends', 1_300_000, failed, true],
    ['one has failed, once more', 1_300_000 + WATCH_MS, failed, false],
    ['in the race', 2_000_000, launch('IN_PROGRESS', 'IN_PROGRESS'), false],
    ['one is started again in the race', 2_000_000, launch('IN_PROGRESS', 'SCHEDULING'), true],
  ] as const)
    assert.equal(looksAgainAt(nowMs, at), looks, what)
})

test('there is something to say of a server from an hour before it opens to the end of its event', () => {
  const START_MS = Date.parse('2026-11-20T20:00:00.000Z')
  const rows: readonly [string, SessionStatus, number, boolean, boolean][] = [
    ['far off', 'WAITING', 66, false, false],
    ['an hour before it opens', 'WAITING', 65, false, true],
    ['kept by hand', 'WAITING', 10, true, false],
    ['kept by hand and on', 'IN_PROGRESS', -30, true, true],
    ['kept by hand and over', 'ENDED', -90, true, false],
    ['late', 'WAITING', -5, false, true],
    ['started early', 'STARTED', 90, false, true],
    ['failed', 'FAILED', 2, false, true],
    ['on', 'IN_PROGRESS', -30, false, true],
    ['over', 'ENDED', -90, false, false],
    ['declined', 'DECLINED', 5, false, false],
    ['a draft', 'DRAFT', 5, false, false],
    ['a template', 'RECURRING', 5, false, false],
  ]
  for (const [what, status, minutesLeft, manual, is] of rows)
    assert.equal(hasNight({ status, startsAtMs: START_MS, manual }, new Date(START_MS - minutesLeft * 60_000)), is, what)
})
