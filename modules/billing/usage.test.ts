import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract as calls } from '#modules/sessions/contract.ts'
import { eventWorld, type EventWorld } from '#modules/sessions/sessions.fixture.ts'
import { league } from '#testing/league.ts'
import type { WrittenEvent } from '#testing/event.ts'

const DAY_MIN = 24 * 60
const MINUTES = 30

describe('what counts against the plan is what is shown', () => {
  let world: EventWorld
  let free: LeagueId
  before(async () => {
    // the platform's day is a Friday: two days of its week are left
    world = await eventWorld(['status-of-splits'])
    free = await league(world.server, world.anna, { plan: 'FREE' })
  })
  after(() => world.server.stop())

  const at = (v = 1) => ({ v })
  const fields = (more: Partial<WrittenEvent> = {}) => ({ ...world.fields(more), leagueId: free })
  const add = (more: Partial<WrittenEvent> = {}) => world.anna.as.send(calls.AddSession, {}, fields(more))
  const added = (more: Partial<WrittenEvent> = {}): Promise<string> => world.add({ leagueId: free, ...more })
  const shown = async (): Promise<readonly (number | undefined)[]> => {
    const { usage } = (await world.anna.as.ask(membersContract.league, { id: free })).body.limits!
    return [usage.currentWeekSessionCount, usage.currentMonthSessionDurationSum]
  }
  const status = (id: string, to: string) => world.server.running.machine.pool.query('update sessions set status = $2 where id = $1', [id, to])

  test('an event counts from its publication until it is deleted or declined', async () => {
    const first = await added()
    assert.deepEqual(await shown(), [0, 0], 'a draft')
    await world.anna.as.done(calls.PublishSession, { id: first, ...at() }, {})
    assert.deepEqual(await shown(), [1, MINUTES], 'published')
    const second = await added({ publish: true })
    assert.deepEqual(await shown(), [2, 2 * MINUTES])
    for (const [to, expected] of [
      ['ENDED', [2, 2 * MINUTES]],
      ['FAILED', [2, 2 * MINUTES]],
      ['DECLINED', [1, MINUTES]],
      ['RECURRING', [1, MINUTES]],
      ['WAITING', [2, 2 * MINUTES]],
    ] as const) {
      await status(second, to)
      assert.deepEqual(await shown(), expected, to)
    }
    const nextWeek = await added({ publish: true, startsAt: world.startsIn(4 * DAY_MIN) })
    assert.deepEqual(await shown(), [2, 3 * MINUTES], 'of another week, the same month')
    const nextMonth = await added({ publish: true, startsAt: world.startsIn(20 * DAY_MIN) })
    assert.deepEqual(await shown(), [2, 3 * MINUTES], 'of another month')
    for (const id of [second, nextWeek, nextMonth]) await world.anna.as.done(calls.DeleteSession, { id, ...at() }, {})
    assert.deepEqual(await shown(), [1, MINUTES], 'deleted')
  })

  test('the limit is held by the same count: drafts are free, the one too many is refused when it is published', async () => {
    const ids = [] as string[]
    for (let events = 1; events < 10; events++) ids.push(await added({ publish: true }))
    assert.deepEqual(await shown(), [10, 10 * MINUTES])
    assert.equal((await add({ publish: true })).body.code, 'LIMIT_EVENTS_PER_WEEK')
    const draft = await added()
    await world.anna.as.done(calls.EditSession, { id: draft, ...at() }, fields({ sessionName: 'Monza, longer' }))
    await world.anna.as.done(calls.DuplicateSession, { id: ids[0]!, ...at() }, { startsAt: world.startsIn(90) })
    await world.anna.as.done(calls.EditSession, { id: ids[0]!, ...at() }, fields({ sessionName: 'The same again' }))
    assert.equal((await world.anna.as.send(calls.PublishSession, { id: draft, v: 2 }, {})).body.code, 'LIMIT_EVENTS_PER_WEEK')
    await world.anna.as.done(calls.DeleteSession, { id: ids[0]!, v: 2 }, {})
    assert.deepEqual(await shown(), [9, 9 * MINUTES])
    await world.anna.as.done(calls.PublishSession, { id: draft, v: 2 }, {})
    assert.deepEqual(await shown(), [10, 10 * MINUTES])
  })
})
