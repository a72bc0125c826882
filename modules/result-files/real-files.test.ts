import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import type { SegmentResults } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import type { ExpectedSession } from '#games/results.fixture.ts'
import { comparable } from '#games/text.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { plain } from '#modules/results/rules/plain.ts'
import { SEGMENT_ORDER } from '#modules/results/rules.ts'
import { allRead, runningEvent, upload } from '#modules/results/results.fixture.ts'

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
    server = await testServer({ breaks: ['weekly-limit'] })
    owner = await person(server, 'Olga Owner')
    leagueId = await league(server, owner, { shortName: 'REAL' })
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
              comparable(row.name ?? ''),
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
                  ? (results[i].results[row.pos - 1]?.name ?? '')
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

  /** Their readers are held to the expectations in games/; here every session of a file is held to what its reader says. */
  for (const [game, folderName] of [
    ['r3e', 'r3e'],
    ['ams2', 'ams2'],
    ['lmu', 'lmu'],
  ] as const) {
    const folder = new URL(`../../../shared/data/results/${folderName}/`, import.meta.url)
    test(`${folderName}: every session of the event lands in its own segment, once, whoever is unknown in it`, async (t) => {
      if (!existsSync(folder)) return t.skip('skipped: no real files here')
      for (const name of readdirSync(folder).filter((one) => /\.(json|xml)$/.test(one) && one !== 'expectations.json')) {
        const bytes = readFileSync(new URL(name, folder))
        const event = await runningEvent(server, owner, leagueId, { game })
        // a file that grows: what came later stands in place of what was there
        for (const part of game === 'ams2' ? [Buffer.concat([bytes, Buffer.from('\n')]), bytes] : [bytes])
          await upload(server, event.servers[0]!, name, part)
        await allRead(server)
        const { results } = (await server.visitor.ask(resultsContract.results, { sessionId: event.id })).body
        const wanted = sessionsWanted(gameOf(game)!.readResults!({ name, bytes }))
        assert.deepEqual(
          results.map(({ type, results: rows }) => [type, rows.length]),
          wanted.map(({ type, results: rows }) => [type, rows.length]),
          name,
        )
        for (const [i, session] of wanted.entries())
          assert.deepEqual(
            results[i]!.results.map((row) => [row.position, row.name, row.lapCount, row.totalTime, row.bestLapTime, row.status]),
            disqualifiedLast(session.results).map((row, at) => [
              at + 1,
              plain(row.participant.name) || null,
              row.lapCount,
              row.totalTime,
              row.bestLapTime,
              row.status,
            ]),
            name,
          )
        assert.equal(new Set(results.map(({ key }) => key)).size, results.length, name)
        assert.ok(
          results.every(({ trackName, results: rows }) => trackName && rows.every((row) => row.carName !== '')),
          name,
        )
        assert.ok(!/7656\d{13}/.test(JSON.stringify(results)), name)
      }
    })
  }
})

/** As decision 0034 counts them: whoever the file disqualifies stands behind all others. */
const disqualifiedLast = (rows: SegmentResults['results']): SegmentResults['results'] => [
  ...rows.filter(({ status }) => status !== 'DSQ'),
  ...rows.filter(({ status }) => status === 'DSQ'),
]

/** With rows, of the newest event of a server's life, in the order of the tabs. */
function sessionsWanted(read: ReturnType<NonNullable<ReturnType<typeof gameOf>>['readResults'] & {}>): readonly SegmentResults[] {
  if (!read.ok) return []
  const history = (session: SegmentResults): number => Number(session.facts['historyIndex'] ?? 0)
  const newest = Math.max(0, ...read.segments.map(history))
  return read.segments
    .filter((session) => history(session) === newest && session.results.length > 0)
    .toSorted((a, b) => SEGMENT_ORDER.indexOf(a.type) - SEGMENT_ORDER.indexOf(b.type))
}
