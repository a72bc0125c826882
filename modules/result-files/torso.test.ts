import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, allRead, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { resultFilesContract } from './contract.ts'

let server: TestServer
after(() => server.stop())

test('a torso gives way to the whole file that comes after it; one behind a whole file is there to see', async () => {
  server = await testServer()
  const owner = await person(server, 'Olga Owner')
  const leagueId = await league(server, owner, { shortName: 'TORSO' })
  const whole = accFile('R', 0, [accLine(63, '76561190000000001', 'Marco Bellini', 4, 4 * LAP, 98_000)])
  for (const [order, statuses] of [
    [
      [whole.slice(0, 200), whole.slice(0, 300), whole],
      ['READ', 'SUPERSEDED', 'SUPERSEDED'],
    ],
    [
      [whole, whole.slice(0, 200)],
      ['READ', 'UNREADABLE'],
    ],
  ] as const) {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    for (const bytes of order) {
      assert.equal((await upload(server, made.servers[0]!, 'r.json', bytes)).status, 200)
      await allRead(server)
    }
    const { files } = (await owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body
    assert.deepEqual(files.map(({ status }) => status).sort(), statuses)
    const { results } = (await owner.as.ask(resultsContract.results, { sessionId: made.id })).body
    assert.equal(results[0]?.results.length, 1)
  }
})
