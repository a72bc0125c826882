import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { LeagueId, RoundId, TournamentId } from '#core/ids.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { driveRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'

/** Links to seasons, rounds and drivers show what they are about, each by a card of its own that tells visitors what they are told. */
describe('link previews of seasons, rounds and drivers', () => {
  let server: TestServer
  let [olga, ann, ben] = Array<Person>(3) as [Person, Person, Person]
  let apex: LeagueId
  let season: TournamentId
  let round: RoundId
  before(async () => {
    server = await testServer()
    ;[olga, ann, ben] = (await Promise.all(['Olga Owner', 'Ann Ace', 'Ben Bold'].map((name) => person(server, name)))) as [Person, Person, Person]
    apex = await league(server, olga, { name: 'Apex', members: [ann, ben] })
    const at = { server, owner: olga, league: apex }
    season = await seasonWith(at, [ann, ben])
    await driveRound(at, season, [ann, ben])
    round = (await olga.as.done(roundsContract.AddRound, {}, { leagueId: apex })).aggregateId as RoundId
    await olga.as.done(roundsContract.PublishRound, { id: round, v: 1 }, {})
  })
  after(() => server.stop())

  const headOf = async (path: string): Promise<Readonly<Record<string, string>>> => {
    const html = await (await server.visitor.fetch(path, { headers: { accept: 'text/html' } })).text()
    return Object.fromEntries([...html.matchAll(/<meta property="og:([\w:]+)" content="([^"]*)"/g)].map(([, name, content]) => [name!, content!]))
  }
  const drawn = async (path: string): Promise<Buffer> => {
    const reply = await server.visitor.fetch(path)
    assert.equal(reply.status, 200, path)
    return Buffer.from(await reply.arrayBuffer())
  }

  for (const [what, page, card, alt] of [
    ['a season', () => `/championships/${season}`, () => `/public/tournaments/${season}/card.png`, 'Winter'],
    ['a round', () => `/rounds/${round}`, () => `/public/rounds/${round}/card.png`, /\w/],
    ['a driver', () => `/profile/${ann.id}`, () => `/public/users/${ann.id}/card.png`, 'Ann Ace'],
    ['two drivers', () => `/profile/${ann.id}/compare/${ben.id}`, () => `/public/users/${ann.id}/compare/${ben.id}/card.png`, /Ann Ace – Ben Bold/],
  ] as const)
    test(`${what} has a card of its own`, async () => {
      const head = await headOf(page())
      assert.equal(new URL(head['image']!).pathname, card())
      assert.match(head['image:alt']!, typeof alt === 'string' ? new RegExp(alt) : alt)
      const { width, height, format } = await sharp(await drawn(card())).metadata()
      assert.deepEqual([width, height, format], [1200, 630, 'png'])
    })

  test('who leads a season stands on its card, where its community tells visitors', async () => {
    const closed = await league(server, olga, { name: 'Shut', openResults: false, members: [ann, ben] })
    const at = { server, owner: olga, league: closed }
    const other = await seasonWith(at, [ann, ben])
    const before = await drawn(`/public/tournaments/${other}/card.png`)
    await driveRound(at, other, [ben, ann])
    const [told, untold] = await Promise.all([season, other].map((id) => drawn(`/public/tournaments/${id}/card.png`)))
    assert.notDeepEqual(untold, before)
    assert.notDeepEqual(told, untold)
  })
})
