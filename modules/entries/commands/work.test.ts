import assert from 'node:assert/strict'
import { test } from 'node:test'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { entriesContract as contract } from '../contract.ts'

test('who registers for an event, and leaves it, orders no work that has nothing to do', async (t) => {
  const server = await testServer()
  t.after(() => server.stop())
  const [owner, driver] = [await person(server, 'Olga'), await person(server, 'Dora')]
  const id = await event(server, owner, await league(server, owner, { members: [driver] }))
  const added = await driver.as.send(contract.AddEntry, { id }, { listType: 'SingleEvent', entry: { car: { model: '34' } } })
  assert.equal(added.status, 200, JSON.stringify(added.body))
  const { mine } = (await driver.as.ask(contract.entryList, { refId: id })).body
  assert.equal((await driver.as.send(contract.Leave, { id, v: mine!.v }, {})).status, 200)
  const { rows } = await server.running.machine.pool.query<{ name: string }>(
    `select name from jobs.job where name like 'protests.%' or name like 'tournaments.%'`,
  )
  assert.deepEqual(rows, [])
})
