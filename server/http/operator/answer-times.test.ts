import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Histogram, Registry } from 'prom-client'
import { answerTimes } from './answer-times.ts'

test('times are told as the library tells them, letter for letter', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const histogram = new Histogram({
    name: 'paddock_answer_seconds',
    help: 'Time to answer, by call',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [theirs],
  })
  const answered = answerTimes(ours)
  assert.equal(await ours.metrics(), await theirs.metrics())
  const calls = ['page event', '/public/events/{id}', 'a "quoted" one', String.raw`a \ one`]
  for (let at = 0; at < 400; at++) {
    const [call, status] = [calls[at % calls.length]!, [200, 304, 404][at % 3]!]
    const ms = [0, 1, 1.0001, 3, 10, 300, 3000, 3000.1, 600_000][at % 9]!
    answered(call, status, ms)
    histogram.observe({ call, status: String(status) }, ms / 1000)
    if (at % 50 === 0) assert.equal(await ours.metrics(), await theirs.metrics())
  }
  const told = await ours.metrics()
  assert.equal(told, await theirs.metrics())
  assert.equal(told.match(/_count\{/g)?.length, 12)
})
