import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'

test('the list of events parts weeks as the reader has them: as set, else as usual in the country', async (t) => {
  // a Saturday
  const server = await testServer({ role: 'web', at: '2026-11-21T12:00:00Z' })
  t.after(() => server.stop())
  const [dora, uma, amr] = [
    await person(server, 'Dora'),
    await person(server, 'Uma', { country: 'US' }),
    await person(server, 'Amr', { country: 'EG' }),
  ]
  await event(server, dora, await league(server, dora), { startsAt: '2026-11-22T18:00:00Z' })
  const weekSaid = async (who: typeof dora): Promise<string | undefined> => {
    const html = await (await who.as.fetch('/events', { headers: { accept: 'text/html', 'accept-language': 'en' } })).text()
    return /(This|Next) week/.exec(html)?.[0]
  }
  assert.deepEqual([await weekSaid(dora), await weekSaid(uma), await weekSaid(amr)], ['This week', 'Next week', 'This week'])
  await dora.as.done(accountsContract.ChangeSettings, { id: dora.id, v: 1 }, { weekStart: 'sunday' })
  await uma.as.done(accountsContract.ChangeSettings, { id: uma.id, v: 1 }, { weekStart: 'monday' })
  assert.deepEqual([await weekSaid(dora), await weekSaid(uma)], ['Next week', 'This week'])
})
