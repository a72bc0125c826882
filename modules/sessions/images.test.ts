import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { DAY_MS } from '#core/duration.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { leaguesWork } from '#modules/leagues/contract/jobs.ts'
import type { Person } from '#testing/people.ts'
import { timePasses, until } from '#testing/time.ts'
import { sessionsContract as calls } from './contract.ts'
import { eventWorld, type EventWorld } from './sessions.fixture.ts'

describe('pictures of an event', () => {
  let { server, anna, bert, league, add } = {} as EventWorld
  before(async () => {
    ;({ server, anna, bert, league, add } = await eventWorld(['status-of-splits']))
  })
  after(() => server.stop())

  const ask = (
    entityId: string,
    who: Person = anna,
    types: ('background' | 'logo')[] = ['background'],
    entityType: 'SESSION' | 'LEAGUE' = 'SESSION',
  ) => who.as.send(leaguesContract.RequestImageUpload, {}, { entityId, entityType, types })
  const uploaded = async (id: string, entityType: 'SESSION' | 'LEAGUE' = 'SESSION'): Promise<string> => {
    const { uploadId, urls } = (await ask(id, anna, ['background'], entityType)).body
    for (const form of urls) {
      const data = new FormData()
      for (const [name, value] of Object.entries(form.fields)) data.append(name, value)
      const body = await sharp({ create: { width: 1900, height: 500, channels: 3, background: '#e10600' } })
        .jpeg()
        .toBuffer()
      data.append('file', new Blob(form.type === 'donefile' ? [] : [body as never], { type: form.MIMEType }), 'any.bin')
      assert.equal((await server.visitor.fetch(form.url, { method: 'POST', body: data })).status, 200)
    }
    const look = async () => (await anna.as.ask(leaguesContract.imageUpload, { id: uploadId })).body
    await until('it is worked through', async () => (await look()).status === 'UPLOADED')
    return (await look()).images.find(({ type }) => type === 'background')!.image
  }
  const plan = (to: string) => server.running.machine.db.updateTable('leagues').set({ plan: to }).where('id', '=', league).execute()
  const change = (id: string, v: number, img: string | null, who: Person = anna) => who.as.send(calls.ChangeImage, { id, v }, { img })
  const viewOf = async (id: string) => (await server.visitor.ask(calls.publicEvent, { id: id as never })).body

  test('product.md §5 "Event image outputs 1800x400 and 600x450 …, JPEG": an upload becomes both sizes and stands on the page, in lists and on a copy; taken away it goes a day later', async () => {
    const id = await add({ publish: true, maxEntries: 4 })
    const img = await uploaded(id)
    assert.equal((await change(id, 1, img)).body.v, 2)
    const view = await viewOf(id)
    const sizes = await Promise.all(
      [view.bgImage, view.bgImageSmall].map(async (url) => {
        const { width, height, format } = await sharp(Buffer.from(await (await server.visitor.fetch(url!)).arrayBuffer())).metadata()
        return [width, height, format]
      }),
    )
    assert.deepEqual(sizes, [
      [1800, 400, 'jpeg'],
      [600, 450, 'jpeg'],
    ])
    const trending = (await server.visitor.ask(calls.trendingRaces, { mindrivers: 0 })).body
    assert.equal(trending.find((race) => race.id === id)?.backgroundUrl, view.bgImageSmall)
    const { aggregateId: copy } = await anna.as.done(calls.DuplicateSession, { id, v: 2 }, { startsAt: view.startsAt })
    assert.equal((await anna.as.ask(calls.race, { id: copy as never })).body.bgImage, view.bgImage)

    const file = path.join(server.running.machine.config.dataDir, 'files', img)
    const passDay = () => timePasses(server.running, server.clock, new Date(server.clock.now().getTime() + DAY_MS + 1000))
    const { db, pool } = server.running.machine
    const looks = async () =>
      (await pool.query(`select from jobs.job where name = $1 and state = 'completed'`, [leaguesWork.dropImages.name])).rowCount
    await db
      .updateTable('sessions')
      .set({ status: 'ENDED' })
      .where('id', '=', id as never)
      .execute()
    assert.equal((await change(id, 2, null)).status, 200)
    assert.equal((await viewOf(id)).bgImage, null)
    await passDay()
    await until('it was looked whether the copy shows it', async () => (await looks()) === 1)
    assert.equal(existsSync(file), true)
    assert.equal((await change(copy, 1, null)).status, 200)
    await passDay()
    await until('nothing shows it any more', () => !existsSync(file))
    await until('it is not there to be taken', async () => (await change(id, 3, img)).body.code === 'FILE_MISSING')
  })

  test('without a picture of its own an event shows its community’s, and without either its track', async () => {
    const id = await add({ publish: true, maxEntries: 4 })
    const trending = async () =>
      (await server.visitor.ask(calls.trendingRaces, { mindrivers: 0, limit: 50 })).body.find((race) => race.id === id)!.backgroundUrl
    const html = async () => (await server.visitor.fetch(`/events/${id}`, { headers: { accept: 'text/html' } })).text()
    const { picture, track } = await viewOf(id)
    assert.deepEqual([picture, await trending()], [null, null])
    assert.match(track.outline!, /^\/tracks\/monza-gp\./)
    assert.ok((await html()).includes(`${track.outline}#lap`))

    const community = async () => (await server.visitor.ask(leaguesContract.publicLeague, { id: league })).body
    const img = await uploaded(league, 'LEAGUE')
    await anna.as.done(leaguesContract.ChangeBackground, { id: league, v: (await community()).v }, { img })
    const { bgImage, bgImageSmall } = (await community()).summaryData
    const seen = await viewOf(id)
    assert.deepEqual([seen.picture, seen.bgImage, await trending()], [{ large: bgImage, small: bgImageSmall }, null, bgImageSmall])
    assert.ok((await html()).includes(`--picture:url(&quot;${bgImage}&quot;)`))

    await change(id, 1, await uploaded(id))
    const own = await viewOf(id)
    assert.deepEqual(own.picture, { large: own.bgImage, small: own.bgImageSmall })
    assert.notEqual(own.bgImage, bgImage)
    await anna.as.done(leaguesContract.ChangeBackground, { id: league, v: (await community()).v }, { img: null })
  })

  test('a link preview is always there, 1200×630, with what it shows in words; one nobody may see has none', async () => {
    const [id, draft] = [await add({ publish: true, sessionName: '🏁 鈴鹿 <1000 km>' }), await add()]
    const html = await (await server.visitor.fetch(`/events/${id}`, { headers: { accept: 'text/html' } })).text()
    const of = (name: string): string | undefined => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1]
    assert.deepEqual([of('image:width'), of('image:height'), new URL(of('image')!).pathname], ['1200', '630', `/public/events/${id}/card.png`])
    assert.match(of('image:alt')!, /鈴鹿.*Monza.* UTC · ./)
    for (const path of [`/public/events/${id}/card.png`, `/public/events/${id}/podium.png`, `/public/leagues/${league}/card.png`]) {
      const answer = await server.visitor.fetch(path)
      const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      assert.deepEqual([answer.headers.get('content-type'), width, height, format], ['image/png', 1200, 630, 'png'], path)
    }
    assert.equal((await server.visitor.fetch(`/public/events/${draft}/card.png`)).status, 404)
  })

  test('product.md §5 "Change image needs EVENT_IMAGES permission": admins of a community whose plan has pictures, of this very event, and no logo', async () => {
    const [id, other] = [await add({ publish: true }), await add()]
    const img = await uploaded(id)
    assert.deepEqual(
      [
        (await ask(id, bert)).body.code,
        (await ask(other, bert)).body.code,
        (await ask(id, anna, ['logo'])).body.code,
        (await change(id, 1, img, bert)).body.code,
        (await change(other, 1, null, bert)).body.code,
        (await change(other, 1, img)).body.code,
        (await change(id, 7, img)).body.code,
      ],
      ['ADMIN_REQUIRED', 'NOT_FOUND', 'IMAGE_TYPE_INVALID', 'ADMIN_REQUIRED', 'NOT_FOUND', 'FILE_MISSING', 'VERSION_CONFLICT'],
    )
    const may = async () => (await anna.as.ask(calls.race, { id: id as never })).body.may.changeImage
    await plan('FREE')
    assert.deepEqual(
      [(await ask(id)).body.code, (await change(id, 1, img)).body.code, await may()],
      ['FEATURE_NOT_IN_PLAN', 'FEATURE_NOT_IN_PLAN', false],
    )
    await plan('LEAGUE_PLUS')
    assert.equal((await change(id, 1, img)).status, 200)
    await plan('FREE')
    assert.equal(await may(), true, 'what a lapsed plan has left behind can be taken away')
    assert.equal((await change(id, 2, null)).status, 200)
  })
})
