import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { openWindows, type Windows } from '../browser.ts'
import type { SentForm } from './filling.ts'
import { sentFromATunnel } from './lost.ts'
import { endForms } from './sent-ends.ts'
import { eventForms } from './sent-events.ts'
import { seasonForms } from './sent-seasons.ts'
import { SENT_LATER } from './sends.ts'

describe('the network is lost in the middle of what is sent about seasons, teams and ends:', () => {
  let server: TestServer
  let windows: Windows
  let forms: readonly SentForm[]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const [owner, dora, marco, bea] = (await Promise.all(
      ['Olga Owner', 'Dora Dahl', 'Marco Mild', 'Bea Berg'].map((name) => person(server, name)),
    )) as [Person, Person, Person, Person]
    const apex = await league(server, owner, { name: 'Apex', members: [dora, marco, bea] })
    forms = [
      ...(await seasonForms(server, owner, apex, [dora, marco])),
      ...(await eventForms(server, owner, apex, [dora, marco, bea])),
      ...(await endForms(server, owner, apex, dora)),
    ]
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  for (const [name, sends] of Object.entries(SENT_LATER))
    test(name, () => sentFromATunnel(server, windows, { ...forms.find(({ form }) => form === name)!, sends }))

  test('all of them are here', () =>
    assert.deepEqual(
      forms.map(({ form }) => form),
      Object.keys(SENT_LATER),
    ))
})
