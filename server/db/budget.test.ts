import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS } from '#core/duration.ts'
import type { Verdict } from '#core/result.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { spend } from './budget.ts'

const at = (text: string): Date => new Date(`2026-11-20T${text}Z`)

describe('a budget', () => {
  let server: TestServer
  before(async () => {
    server = await testServer({ role: 'web' })
  })
  after(() => server.stop())

  const spent = (key: string, now: Date, most = 3) => spend(server.running.machine.db, now, key, most, HOUR_MS)
  const said = (verdict: Verdict): unknown => verdict === true || [verdict.refusal.code, verdict.refusal.params['retryAfterSeconds']]

  test('lets so many through in a window, and says how long the rest wait', async () => {
    for (const now of ['12:00:00', '12:20:00', '12:40:00']) assert.equal(said(await spent('a', at(now))), true, now)
    assert.deepEqual(said(await spent('a', at('12:59:30'))), ['RATE_LIMIT_EXCEEDED', 30])
    assert.deepEqual(said(await spent('a', at('12:15:00'))), ['RATE_LIMIT_EXCEEDED', 2700])
    assert.equal(said(await spent('a', at('13:00:00'))), true, 'the next window')
    assert.equal(said(await spent('b', at('12:59:30'))), true, 'somebody else')
  })

  test('counts those who come at once exactly', async () => {
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => spent('crowd', at('15:00:00'), 7)))
    assert.equal(verdicts.filter((verdict) => verdict === true).length, 7)
  })
})
