import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import type { ExpectedSession } from '#games/results.fixture.ts'
import { comparable } from '#games/text.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { resultsContract } from './contract.ts'
import { allRead, league, runningEvent, upload } from './results.fixture.ts'

type Expectations = { readonly files: Readonly<Record<string, { readonly parse: string; readonly sessions: readonly ExpectedSession[] }>> }
const GAMES = [
  ['assetto_corsa', 'ac'],
  ['acc', 'acc'],
] as const

describe('real files, from upload to table', () => {
  let server: TestServer
  let owner: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer()
    owner = await person(server, 'Olga Owner')
    leagueId = await league(owner, 'REAL')
  })
  after(() => server.stop())

  for (const [game, folderName] of GAMES) {
    const folder = new URL(`../../../shared/data/results/${folderName}/`, import.meta.url)
    const list = new URL('expectations.json', folder)
    test(`${folderName}: participants, order, laps and bests agree with the expectations`, async (t) => {
      if (!existsSync(list)) return t.skip('skipped: no real files here')
      const { files } = JSON.parse(readFileSync(list, 'utf8')) as Expectations
      for (const [name, expected] of Object.entries(files)) {
        const event = await runningEvent(server, owner, leagueId, { game })
        const reply = await upload(server, event.servers[0]!, name, readFileSync(new URL(name, folder)))
        assert.equal(reply.status, 200, name)
        await allRead(server)
        const { results } = (await server.visitor.ask(resultsContract.results, { sessionId: event.id })).body
        const wanted = expected.parse === 'ok' ? expected.sessions.filter(({ order }) => order.length > 0) : []
        assert.deepEqual(
          results.map((segment) => [segment.type, segment.results.length]),
          wanted.map((session) => [session.type, session.participants]),
          name,
        )
        for (const [i, session] of wanted.entries())
          assert.deepEqual(
            results[i]?.results.map((row) => [
              row.position,
              comparable(row.participant.name ?? ''),
              row.carModelId,
              row.lapCount,
              row.totalTime,
              row.bestLapTime,
            ]),
            session.order.map((row) => [
              row.pos,
              // a team stands under its own name
              comparable(
                results[i]?.results[row.pos - 1]?.participant.type === 'TEAM'
                  ? (results[i].results[row.pos - 1]?.participant.name ?? '')
                  : row.name.split(/[\r\n]/)[0]!,
              ),
              row.carModel === null ? null : String(row.carModel),
              row.laps,
              row.totalTimeMs,
              row.bestLapMs,
            ]),
            name,
          )
        assert.ok(!/7656\d{13}/.test(JSON.stringify(results)), name)
      }
    })
  }
})
