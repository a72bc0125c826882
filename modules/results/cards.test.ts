import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { LeagueId } from '#core/ids.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { league, leagueBody } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { type TestServer, testServer, WITHOUT_PAGES } from '#testing/server.ts'
import { accFile, accLine as line, allRead, enter, LAP, runningEvent, upload, type Event } from './results.fixture.ts'

const BODY = leagueBody({ name: 'Card Racing', shortName: 'CARD' })

describe('the picture of a driver’s result', () => {
  let server: TestServer
  let [owner, dora, cleo, reader] = Array<Person>(4) as [Person, Person, Person, Person]
  let leagueId: LeagueId
  let made: Event
  before(async () => {
    server = await testServer()
    owner = await person(server, 'Olga Owner')
    dora = await person(server, 'Dora Klein')
    cleo = await person(server, 'Cleo Calm')
    reader = await person(server, 'Rita Reader')
    leagueId = await league(server, owner, { ...BODY, openResults: true })
    made = await runningEvent(server, owner, leagueId, { segments: ['QUALIFY', 'RACE'] })
    const who = [dora, cleo]
    await enter(
      server,
      made,
      who.map(({ id: userId }, i) => ({ userId, raceNumber: 11 + i, carId: '34' })),
    )
    const lines = who.map((one, i) => line(11 + i, one.steamId, one.name, 4 - i * 3, (4 - i * 3) * LAP, 97_000 + i * 100))
    await upload(server, made.servers[0]!, '250101_200000_Q.json', accFile('Q', 0, lines.toReversed()))
    await upload(server, made.servers[0]!, '250101_203000_R.json', accFile('R', 1, lines))
    await allRead(server)
  })
  after(() => server.stop())

  const of = (who: Person, segment = ''): string => `/events/${made.id}/drivers/${who.id}/card.png${segment && `?segment=${segment}`}`
  const asked = async (address: string, as: Pick<Person['as'], 'fetch'> = server.visitor) => {
    const reply = await as.fetch(address)
    const bytes = Buffer.from(await reply.arrayBuffer())
    return { status: reply.status, type: reply.headers.get('content-type'), bytes, picture: bytes.toString('base64') }
  }
  const put = async (change: object): Promise<void> => {
    const { v } = (await owner.as.ask(membersContract.league, { id: leagueId })).body
    await owner.as.done(leaguesContract.EditLeague, { id: leagueId, v }, { ...BODY, openResults: true, ...change })
  }

  test('is 1200×630, each driver’s and each segment’s own, also of who is out', async () => {
    const drawn = await Promise.all([of(dora), of(cleo), of(dora, 'qualify-1')].map((address) => asked(`/public${address}`)))
    for (const { status, type, bytes } of drawn) {
      const { width, height } = await sharp(bytes).metadata()
      assert.deepEqual([status, type, width, height], [200, 'image/png', 1200, 630])
    }
    assert.equal(new Set(drawn.map(({ picture }) => picture)).size, 3)
    assert.equal((await asked(`/public${of(dora, 'race-1')}`)).picture, drawn[0]!.picture)
  })

  test('there is none of who did not drive, nor of a segment that was not driven', async () => {
    for (const address of [of(reader), of(dora, 'race-2'), of(dora, 'practice-1')])
      assert.deepEqual([(await asked(`/public${address}`)).status, (await asked(`/query${address}`, dora.as)).status], [404, 404], address)
    assert.equal((await asked(`/public${of(dora, 'nonsense')}`)).status, 400)
  })

  test('is drawn anew when the result is corrected, and is the old one when that is revoked', async () => {
    const address = `/public${of(dora)}`
    const was = await asked(address)
    const whom = { sessionId: made.id, driverId: dora.id, raceIndex: 0 }
    const { id } = await owner.as.done(correctionsContract.AddPenalty, {}, { ...whom, disqualified: true, reason: 'Drove through the gravel.' })
    assert.notEqual((await asked(address)).picture, was.picture)
    await owner.as.done(correctionsContract.RevokeCorrection, { id }, { reason: 'It was somebody else.' })
    assert.equal((await asked(address)).picture, was.picture)
  })

  test('is drawn and kept once, whatever a link says that it was made for', async () => {
    const drawn = async () =>
      (await server.running.machine.metrics.keptHits.get()).values.find(({ labels }) => labels.hit === 'worked-out')?.value ?? 0
    for (const address of [`/public${of(dora)}`, `/public/events/${made.id}/podium.png`]) {
      const { picture } = await asked(address)
      const before = await drawn()
      for (const stamp of ['1', '2', '1', 'x'.repeat(20)]) assert.equal((await asked(`${address}?as=${stamp}`)).picture, picture)
      assert.equal(await drawn(), before)
    }
  })

  test('a link to it says whose it is, and shows that picture', { skip: WITHOUT_PAGES }, async () => {
    const head = async (search: string) => {
      const html = await (await server.visitor.fetch(`/events/${made.id}${search}`, { headers: { accept: 'text/html' } })).text()
      const of = (name: string) => new RegExp(`property="og:${name}" content="([^"]+)"`).exec(html)?.[1]?.replaceAll('&#38;', '&')
      return {
        title: of('title'),
        // without what says which state of the results it shows
        image: new URL(of('image')!).pathname + new URL(of('image')!).search.replaceAll('&amp;', '&').replace(/[?&]as=[^&]*/, ''),
        address: of('image')!.replaceAll('&amp;', '&'),
        url: of('url') && new URL(of('url')!).search,
      }
    }
    const shared = await head(`?driver=${dora.id}&segment=qualify-1`)
    assert.match(shared.title!, /^P2 · Dora Klein · Monza Sprint/)
    assert.deepEqual([shared.image, shared.url], [`/public${of(dora, 'qualify-1')}`, `?driver=${dora.id}&segment=qualify-1`])
    const race = await head(`?driver=${cleo.id}`)
    assert.deepEqual([race.title!.startsWith('DNF · Cleo Calm'), race.image], [true, `/public${of(cleo, 'race-1')}`])
    for (const search of ['', '?driver=nobody', `?driver=${reader.id}`, `?driver=${dora.id}&segment=race-7`])
      assert.equal((await head(search)).image, `/public/events/${made.id}/podium.png`, search)
    // chats keep a picture by its address: of another result it is another, and leads to the picture of now
    for (const search of ['', `?driver=${dora.id}`]) {
      const was = (await head(search)).address
      assert.equal((await head(search)).address, was)
      const whom = { sessionId: made.id, driverId: dora.id, raceIndex: 0 }
      const { id } = await owner.as.done(correctionsContract.AddPenalty, {}, { ...whom, time: 5, reason: 'Cut the chicane.' })
      const { address } = await head(search)
      assert.notEqual(address, was)
      const { pathname, search: rest } = new URL(address)
      assert.deepEqual(
        [(await asked(pathname + rest)).status, (await asked(pathname + rest)).picture],
        [200, (await asked(pathname + rest.replace(/as=[^&]*/, ''))).picture],
      )
      await owner.as.done(correctionsContract.RevokeCorrection, { id }, { reason: 'It was somebody else.' })
      assert.equal((await head(search)).address, was)
    }
    await put({ openResults: false })
    const closed = await head(`?driver=${dora.id}`)
    assert.deepEqual([closed.title!.includes('Dora'), closed.image], [false, `/public/events/${made.id}/card.png`])
    await put({ openResults: true })
  })

  test('visitors see of a community that keeps its results the event alone, the signed-in the result', async () => {
    const open = await asked(`/public${of(dora)}`)
    await put({ openResults: false })
    const event = await asked(`/public/events/${made.id}/card.png`)
    assert.deepEqual([(await asked(`/public${of(dora)}`)).picture, (await asked(`/public${of(cleo)}`)).picture], [event.picture, event.picture])
    assert.equal((await asked(`/query${of(dora)}`, reader.as)).picture, open.picture)
    assert.equal((await asked(`/query${of(dora)}`)).status, 401)
    await put({ openResults: true })
    assert.equal((await asked(`/public${of(dora)}`)).picture, open.picture)
  })

  test('of a hidden community strangers see nothing, its members do', async () => {
    const { v } = (await owner.as.ask(membersContract.league, { id: leagueId })).body
    await owner.as.done(leaguesContract.ChangeVisibility, { id: leagueId, v }, { visibility: 'HIDDEN' })
    const seen = [await asked(`/public${of(dora)}`), await asked(`/query${of(dora)}`, reader.as), await asked(`/query${of(dora)}`, owner.as)]
    assert.deepEqual(
      seen.map(({ status }) => status),
      [404, 404, 200],
    )
  })
})
