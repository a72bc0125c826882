import assert from 'node:assert/strict'
import { readdirSync, readFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { HOUR_MS } from '#core/duration.ts'
import type { JobContext } from '#server/room.ts'
import type { Caller } from '#testing/door.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { atLocks, until } from '#testing/time.ts'
import { leaguesJobs } from './jobs.ts'
import { leaguesContract, type ImageType, type UploadUrl } from './contract.ts'

describe('pictures of a community', () => {
  let server: TestServer
  let anna: Person
  let leagueId: string
  before(async () => {
    server = await testServer({ at: '2026-11-20T12:00:00Z' })
    anna = await person(server, 'Anna Berg')
    leagueId = await league(server, anna)
  })
  after(() => server.stop())

  const folder = (name: string): string => path.join(server.running.machine.config.dataDir, name)
  const kept = (uploadId: string): readonly string[] => {
    const place = path.join(folder('quarantine'), uploadId)
    return existsSync(place) ? readdirSync(place) : []
  }
  const picture = (width = 900, height = 700, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: '#e10600' } })
      .withExif({ IFD0: { Copyright: 'somewhere at home' } })
      .toFormat(format)
      .toBuffer()
  const asking = (types: readonly ImageType[]) =>
    anna.as.send(leaguesContract.RequestImageUpload, {}, { entityId: leagueId, entityType: 'LEAGUE', types: [...types] })
  const request = async (types: readonly ImageType[]) => {
    const { status, body } = await asking(types)
    assert.equal(status, 200)
    return body
  }
  type Sent = { readonly fields?: Record<string, string>; readonly type?: string; readonly more?: readonly [string, string][]; readonly at?: Caller }
  const post = (form: UploadUrl, body: Buffer | string, { fields = {}, type = form.MIMEType, more = [], at = server.visitor }: Sent = {}) => {
    const data = new FormData()
    for (const [name, value] of Object.entries({ ...form.fields, ...fields })) data.append(name, value)
    for (const [name, value] of more) data.append(name, value)
    data.append('file', new Blob([body as never], { type }), 'any.bin')
    return at.fetch(form.url, { method: 'POST', body: data })
  }
  const formOf = (urls: readonly UploadUrl[], type: UploadUrl['type']): UploadUrl => urls.find((one) => one.type === type)!
  const finished = async (uploadId: string) => {
    const look = async () => (await anna.as.ask(leaguesContract.imageUpload, { id: uploadId })).body
    await until('it is worked through', async () => (await look()).status !== 'STARTED')
    return look()
  }
  const sendAll = async (type: ImageType, body: Buffer | string) => {
    const { uploadId, urls } = await request([type])
    assert.equal((await post(formOf(urls, type), body)).status, 200)
    assert.equal((await post(formOf(urls, 'donefile'), '')).status, 200)
    return finished(uploadId)
  }

  /** Runs one job as a worker would, now. */
  const work = (name: keyof typeof leaguesJobs, data: object): Promise<unknown> =>
    byHand(server, (context) => (leaguesJobs[name] as (context: JobContext, data: object) => Promise<void>)(context, data), {
      command: name,
      requestId: `test ${name}`,
    })

  test('a logo becomes 512×512 PNG without metadata, is shown, and only then taken', async () => {
    const { status, images } = await sendAll('logo', await picture())
    assert.deepEqual([status, images.map(({ type }) => type)], ['UPLOADED', ['logo']])
    const v = (await server.visitor.ask(leaguesContract.publicLeague, { id: leagueId })).body.v
    assert.deepEqual(await anna.as.done(leaguesContract.ChangeLogo, { id: leagueId, v }, { img: images[0]!.image }), { v: v + 1 })
    const { logoUrl } = (await server.visitor.ask(leaguesContract.publicLeague, { id: leagueId })).body
    const answer = await server.visitor.fetch(logoUrl!)
    const headers = ['content-type', 'x-content-type-options', 'content-security-policy', 'cache-control'].map((name) => answer.headers.get(name))
    assert.deepEqual(headers, ['image/png', 'nosniff', "default-src 'none'; frame-ancestors 'none'; sandbox", 'public, max-age=31536000, immutable'])
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { width, height, format, exif } = await sharp(bytes).metadata()
    assert.deepEqual([width, height, format, exif], [512, 512, 'png', undefined])
    assert.ok(!bytes.includes('somewhere at home'))
  })

  test('a background gives both sizes as JPEG', async () => {
    const { images } = await sendAll('background', await picture(1800, 400, 'jpeg'))
    const { v } = (await server.visitor.ask(leaguesContract.publicLeague, { id: leagueId })).body
    await anna.as.done(leaguesContract.ChangeBackground, { id: leagueId, v }, { img: images.find(({ type }) => type === 'background')!.image })
    const view = (await server.visitor.ask(leaguesContract.publicLeague, { id: leagueId })).body
    const sizes = await Promise.all(
      [view.summaryData.bgImage, view.summaryData.bgImageSmall].map(async (url) => {
        const { width, height, format } = await sharp(Buffer.from(await (await server.visitor.fetch(url!)).arrayBuffer())).metadata()
        return [width, height, format]
      }),
    )
    assert.deepEqual(sizes, [
      [1800, 400, 'jpeg'],
      [600, 450, 'jpeg'],
    ])
    await anna.as.done(leaguesContract.ChangeBackground, { id: leagueId, v: view.v }, { img: null })
    assert.equal((await server.visitor.ask(leaguesContract.publicLeague, { id: leagueId })).body.summaryData.bgImage, null)
  })

  test('a form with anything but what was signed is refused (U1)', async () => {
    const { uploadId, urls } = await request(['logo'])
    const form = formOf(urls, 'logo')
    const body = await picture()
    const policy = JSON.parse(Buffer.from(form.fields['policy']!, 'base64url').toString()) as Record<string, unknown>
    const forged = (changes: object): Sent => ({
      fields: { policy: Buffer.from(JSON.stringify({ ...policy, ...changes })).toString('base64url'), key: String({ ...policy, ...changes }.key) },
    })
    const tampered: Readonly<Record<string, Sent>> = {
      'another key': { fields: { key: `${uploadId}/background` } },
      'a path': { fields: { key: '../../etc/passwd' } },
      'the file’s own name': { fields: { key: `${uploadId}/\${filename}` } },
      'another type in the form': { fields: { 'Content-Type': 'text/html' }, type: 'text/html' },
      'another type of the file': { type: 'image/svg+xml' },
      'a forged policy': forged({ maxBytes: 1e12 }),
      'a policy for another key': forged({ key: `${uploadId}/x` }),
      'no signature': { fields: { signature: '' } },
      'another signature': { fields: { signature: formOf(urls, 'donefile').fields['signature']! } },
      'an access list': { fields: { acl: 'public-read' } },
      'a redirect': { fields: { success_action_redirect: 'https://elsewhere.example' } },
      'a bucket': { fields: { bucket: 'another' } },
      'a field twice': { more: [['key', `${uploadId}/logo`]] },
      'a field named as no field is': { more: [['__proto__', 'x']] },
    }
    for (const [name, sent] of Object.entries(tampered)) {
      const { status } = await post(form, body, sent)
      assert.ok(status === 403 || status === 422 || status === 400, `${name}: ${status}`)
    }
    assert.deepEqual(kept(uploadId), [])
    server.clock.advance(600_000)
    assert.equal((await post(form, body)).status, 403)
  })

  test('a file longer than its form says, or an empty one, is refused and not kept', async () => {
    const { urls, uploadId } = await request(['logo'])
    const codeOf = async (form: UploadUrl, body: string) => ((await (await post(form, body)).json()) as { code: string }).code
    assert.equal(await codeOf(formOf(urls, 'donefile'), 'x'.repeat(1025)), 'FILE_TOO_LARGE')
    // announced, and not read any further
    assert.equal(await codeOf(formOf(urls, 'donefile'), 'x'.repeat(9_000_000)), 'FILE_TOO_LARGE')
    assert.equal(await codeOf(formOf(urls, 'logo'), ''), 'FILE_MISSING')
    assert.deepEqual(kept(uploadId), [])
  })

  test('a file is at most 50 MB, and thirty forms an hour are all there are', async () => {
    const { urls, uploadId } = await request(['logo', 'background'])
    const most = 50 * 1024 * 1024
    assert.deepEqual([formOf(urls, 'logo').maxSizeBytes, formOf(urls, 'background').maxSizeBytes], [most, most])
    assert.equal((await post(formOf(urls, 'logo'), Buffer.alloc(most))).status, 200)
    const longer = await post(formOf(urls, 'background'), Buffer.alloc(most + 1))
    assert.deepEqual([longer.status, ((await longer.json()) as { code: string }).code], [422, 'FILE_TOO_LARGE'])
    assert.equal(kept(uploadId).length, 1)
    server.clock.advance(HOUR_MS)
    const asked = await Promise.all(Array.from({ length: 32 }, () => asking(['logo'])))
    assert.equal(asked.filter((reply) => reply.status === 200).length, 30)
    assert.deepEqual([...new Set(asked.flatMap(({ body }) => body.code ?? []))], ['RATE_LIMIT_EXCEEDED'])
    server.clock.advance(HOUR_MS)
  })

  test('I25, U2: two hundred donefiles at two processes are one processing; one that comes first finds nothing', async () => {
    const second = await server.another()
    const places = [server.visitor, server.visitor.at(second.address)]
    const { uploadId, urls } = await request(['logo'])
    await post(formOf(urls, 'logo'), await picture())
    const sent = await Promise.all(Array.from({ length: 200 }, (_, no) => post(formOf(urls, 'donefile'), '', { at: places[no % 2]! })))
    assert.deepEqual([...new Set(sent.map(({ status }) => status))], [200])
    assert.equal((await finished(uploadId)).status, 'UPLOADED')
    const { db } = server.running.machine
    const events = await db.selectFrom('events').select('type').where('aggregate_id', '=', uploadId).execute()
    assert.deepEqual(
      events.map(({ type }) => type),
      ['ImagesUploaded'],
    )
    const empty = await request(['logo'])
    await post(formOf(empty.urls, 'donefile'), '')
    assert.equal((await finished(empty.uploadId)).status, 'FAILED')
    assert.equal(existsSync(path.join(folder('quarantine'), uploadId)), false)
    await second.stop()
  })

  test('what is no picture we take never comes out (U3)', async () => {
    const png = await picture()
    const hostile: Readonly<Record<string, Buffer | string>> = {
      'SVG under the name of PNG': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      HTML: '<!doctype html><script>alert(1)</script>',
      GIF: await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .gif()
        .toBuffer(),
      'half a picture': png.subarray(0, Math.floor(png.length / 2)),
      'a bomb of 49 million pixels': await sharp({ create: { width: 7000, height: 7000, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      noise: Buffer.alloc(5000, 7),
    }
    for (const [name, body] of Object.entries(hostile)) assert.equal((await sendAll('logo', body)).status, 'FAILED', name)
  })

  test('markup behind the pixels does not come along', async () => {
    const body = Buffer.concat([await picture(600, 600, 'jpeg'), Buffer.from('<script>alert("polyglot")</script>')])
    const { status, images } = await sendAll('background', body)
    assert.equal(status, 'UPLOADED')
    for (const { image } of images) assert.ok(!readFileSync(path.join(folder('files'), image)).includes('polyglot'))
  })

  test('only a finished picture of this very community is taken', async () => {
    const bert = await person(server, 'Bert')
    const other = await league(server, bert)
    const { images } = await sendAll('logo', await picture())
    const image = images[0]!.image
    const take = (id: string, who: Person, img: string, contract = leaguesContract.ChangeLogo) => who.as.send(contract, { id, v: 1 }, { img })
    assert.equal((await take(other, bert, image)).body.code, 'FILE_MISSING')
    assert.equal((await take(other, bert, 'https://elsewhere.example/x.png')).body.code, 'FILE_MISSING')
    const { v } = (await server.visitor.ask(leaguesContract.publicLeague, { id: leagueId })).body
    assert.equal((await anna.as.send(leaguesContract.ChangeBackground, { id: leagueId, v }, { img: image })).body.code, 'FILE_MISSING')
    assert.equal((await bert.as.ask(leaguesContract.imageUpload, { id: (await request(['logo'])).uploadId })).status, 404)
  })

  test('of two pictures of one form the one that nobody took goes, and is not there to be taken', async () => {
    const { uploadId, urls } = await request(['logo', 'background'])
    assert.equal((await post(formOf(urls, 'logo'), await picture())).status, 200)
    assert.equal((await post(formOf(urls, 'background'), await picture(1800, 400, 'jpeg'))).status, 200)
    assert.equal((await post(formOf(urls, 'donefile'), '')).status, 200)
    const { images } = await finished(uploadId)
    const nameOf = (type: ImageType): string => images.find((one) => one.type === type)!.image
    const { v } = (await server.visitor.ask(leaguesContract.publicLeague, { id: leagueId })).body
    const taken = await anna.as.done(leaguesContract.ChangeLogo, { id: leagueId, v }, { img: nameOf('logo') })
    const there = () => images.filter(({ image }) => existsSync(path.join(folder('files'), image))).map(({ type }) => type)
    assert.deepEqual(there().toSorted(), ['background', 'background-small', 'logo'])
    await work('leagues.sweep-images', { uploadId })
    const late = await anna.as.send(leaguesContract.ChangeBackground, { id: leagueId, v: taken.v }, { img: nameOf('background') })
    assert.equal(late.body.code, 'FILE_MISSING')
    await work('leagues.drop-images', { images: images.map(({ image }) => image) })
    assert.deepEqual(there(), ['logo'])
  })

  test('a picture that is taken again while its time runs out stays', async () => {
    const { images } = await sendAll('logo', await picture())
    const { image } = images[0]!
    const { v } = (await server.visitor.ask(leaguesContract.publicLeague, { id: leagueId })).body
    const shown = await anna.as.done(leaguesContract.ChangeLogo, { id: leagueId, v }, { img: image })
    await anna.as.done(leaguesContract.ChangeLogo, { id: leagueId, v: shown.v }, { img: null })
    const { pool } = server.running.machine
    const holder = await pool.connect()
    const both: Promise<unknown>[] = []
    try {
      await holder.query('begin')
      await holder.query('select from image_uploads where images @> $1 for update', [JSON.stringify([{ image }])])
      // both wait for the same row, in this order
      both.push(anna.as.done(leaguesContract.ChangeLogo, { id: leagueId, v: shown.v + 1 }, { img: image }))
      await until('it is being taken', async () => (await atLocks(pool)) === 1)
      both.push(work('leagues.drop-images', { images: [image] }))
      await until('it is being dropped', async () => (await atLocks(pool)) === 2)
    } finally {
      await holder.query('commit')
      holder.release()
    }
    await Promise.all(both)
    assert.equal(existsSync(path.join(folder('files'), image)), true)
  })

  test('names that are none of ours are not served', async () => {
    for (const name of ['..%2f..%2fsecret', 'secret', `${leagueId}.html`, `${leagueId}.png`])
      assert.equal((await server.visitor.fetch(`/files/${name}`)).status, 404, name)
  })
})
