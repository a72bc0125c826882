import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, allRead, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'

const FILE = accFile('R', 0, [accLine(63, '76561190000000001', 'Marco Bellini', 4, 4 * LAP, 98_000)])

describe('a server’s file that comes again', () => {
  let server: TestServer
  let event: () => Promise<Event>
  before(async () => {
    server = await testServer()
    const owner = await person(server, 'Olga Owner')
    const leagueId = await league(server, owner)
    event = () => runningEvent(server, owner, leagueId, { segments: ['RACE'] })
  })
  after(() => server.stop())
  const bring = async (to: Event, name: string, bytes: Uint8Array) => {
    const reply = await upload(server, to.servers[0]!, name, bytes)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    await allRead(server)
    return reply.body
  }
  const table = async (id: string) => (await server.visitor.ask(resultsContract.results, { sessionId: id })).body

  test('counts once, even at once', async () => {
    const made = await event()
    const replies = await Promise.all(Array.from({ length: 8 }, () => upload(server, made.servers[0]!, 'r.json', FILE)))
    await allRead(server)
    assert.deepEqual(
      replies.map(({ status }) => status),
      Array.from({ length: 8 }, () => 200),
    )
    assert.equal(new Set(replies.map(({ body }) => body.fileId)).size, 1)
    assert.equal(replies.filter(({ body }) => body.isNew).length, 1)
    const before = await table(made.id)
    assert.equal((await bring(made, 'r.json', FILE)).isNew, false)
    assert.deepEqual(await table(made.id), before)
  })

  test('waits for nobody who reads it just then', async () => {
    const made = await event()
    const { fileId } = await bring(made, 'r.json', FILE)
    const { db } = server.running.machine
    // as its reader holds it, before it tells the server that its results stand
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('result_files')
        .set({ status: 'PENDING' })
        .where('id', '=', fileId as never)
        .execute()
      assert.deepEqual((await upload(server, made.servers[0]!, 'r.json', FILE)).body, { fileId, isNew: false })
      await tx.updateTable('servers').set({ placed_at: null }).where('session_id', '=', made.id).execute()
      await tx
        .updateTable('result_files')
        .set({ status: 'READ' })
        .where('id', '=', fileId as never)
        .execute()
    })
  })
})
