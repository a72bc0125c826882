import assert from 'node:assert/strict'
import net from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { SessionId } from '#core/ids.ts'
import { logger } from '#server/log.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person } from '#testing/people.ts'
import { testServer, WITHOUT_PAGES, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'

type Seen = { readonly status: number; readonly headers: readonly (readonly [name: string, value: string])[]; readonly body: Buffer }

describe('answers that are kept, as they stand on the wire', { skip: WITHOUT_PAGES }, () => {
  let server: TestServer
  let race: SessionId
  const lines: string[] = []
  before(async () => {
    server = await testServer({ log: logger({ logLevel: 'info' }, { write: (line) => void lines.push(line) }) })
    const olga = await person(server, 'Olga')
    race = await event(server, olga, await league(server, olga))
    for (let time = 0; time < 2; time++) for (const ask of [page(), data()]) await talk([ask])
  })
  after(() => server.stop())

  const get = (url: string, headers: Readonly<Record<string, string>>, version: string): string =>
    `GET ${url} HTTP/${version}\r\n${Object.entries({ host: 'x', ...headers })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`
  const page = (more = {}, version = '1.1'): string => get(`/events/${race}`, { accept: 'text/html', 'accept-encoding': 'gzip', ...more }, version)
  const data = (more = {}, version = '1.1'): string => get(`/public/events/${race}`, { 'accept-encoding': 'gzip', ...more }, version)

  /** Sends them one behind the other without waiting, and reads as many answers; what comes behind them, and who ends the connection. */
  const talk = async (requests: readonly string[]) => {
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
    let ended = false
    socket.once('end', () => (ended = true))
    socket.write(requests.join(''))
    let left = Buffer.alloc(0)
    const seen: Seen[] = []
    socket.on('data', (chunk: Buffer) => {
      left = Buffer.concat([left, chunk])
      for (;;) {
        const end = left.indexOf('\r\n\r\n')
        if (end < 0) return
        const [first = '', ...rest] = left.toString('latin1', 0, end).split('\r\n')
        const headers = rest.map((line) => /^([^:]+): (.*)$/.exec(line)!.slice(1) as [string, string])
        const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0)
        if (left.length < end + 4 + length) return
        seen.push({ status: Number(first.split(' ')[1]), headers, body: left.subarray(end + 4, end + 4 + length) })
        left = left.subarray(end + 4 + length)
      }
    })
    await until(`${requests.length} answers`, () => seen.length >= requests.length || ended)
    return { seen, left: () => left.length, ended: () => ended, socket }
  }
  const header = ({ headers }: Seen, name: string): string | undefined => headers.find(([one]) => one.toLowerCase() === name)?.[1]
  const namesOf = ({ headers }: Seen): readonly string[] => headers.map(([name]) => name.toLowerCase()).sort()

  for (const [what, ask] of [
    ['a page', page],
    ['data', data],
  ] as const) {
    test(`${what} carries what it carried when it was worked out, and leaves the connection open`, async () => {
      const other = ask({ 'accept-language': 'de' }).replace(race, `${race}?a=${what.length}`)
      const [worked, first, second] = [await talk([other]), await talk([other]), await talk([ask(), ask()])]
      for (const { socket } of [worked, first, second]) socket.destroy()
      const answers = [worked.seen[0]!, first.seen[0]!, ...second.seen]
      for (const answer of answers) {
        assert.equal(answer.status, 200)
        assert.deepEqual(namesOf(answer), namesOf(answers[0]!))
        assert.equal(header(answer, 'connection'), 'keep-alive')
        assert.equal(header(answer, 'keep-alive'), 'timeout=30')
        assert.ok(answer.body.length > 100)
      }
      assert.deepEqual(answers[3]!.body, answers[2]!.body)
      assert.notEqual(header(answers[3]!, 'x-request-id'), header(answers[2]!, 'x-request-id'))
      assert.deepEqual([second.left(), second.ended()], [0, false])
    })

    test(`${what} ends the connection of whoever asks for that, and of who speaks HTTP/1.0`, async () => {
      for (const last of [ask({ connection: 'close' }), ask({}, '1.0')]) {
        const { seen, ended, left } = await talk([ask(), last])
        await until('it is ended', ended)
        assert.deepEqual([seen.map((one) => header(one, 'connection')), left()], [['keep-alive', 'close'], 0])
        assert.deepEqual(seen[1]!.body, seen[0]!.body)
      }
      const { seen, ended, socket } = await talk([ask({ connection: 'keep-alive' }, '1.0'), ask()])
      socket.destroy()
      assert.deepEqual([seen.length, ended()], [2, false])
    })

    test(`${what} that is known goes without a body, and what is asked next has its own`, async () => {
      const etag = header((await talk([ask()])).seen[0]!, 'etag')!
      const { seen, left, socket } = await talk([ask({ 'if-none-match': etag }), ask(), ask({ 'if-none-match': '"other"' })])
      socket.destroy()
      assert.deepEqual([seen.map(({ status }) => status), left()], [[304, 200, 200], 0])
      assert.ok(!header(seen[0]!, 'content-length') && !header(seen[0]!, 'content-type'))
      assert.equal(header(seen[0]!, 'etag'), etag)
      assert.deepEqual(seen[2]!.body, seen[1]!.body)
    })

    test(`${what} asked for behind something slower waits for its turn`, async () => {
      const slower = get(`/public/leagues?search=${what.length}-${Math.random()}`, {}, '1.1')
      const { seen, left, socket } = await talk([slower, ask(), slower.replace('search=', 'search=other-'), ask(), ask()])
      socket.destroy()
      assert.deepEqual([seen.map(({ status }) => status), left()], [[200, 200, 200, 200, 200], 0])
      assert.ok(header(seen[0]!, 'content-type')?.includes('json') && String(seen[0]!.body).startsWith('{'))
      assert.deepEqual([seen[3]!.body, seen[4]!.body], [seen[1]!.body, seen[1]!.body])
    })

    test(`${what} asked for a hundred times by one who does not read comes whole, and who goes meanwhile harms nobody`, async () => {
      const gone = net.connect(Number(new URL(server.url).port), '127.0.0.1')
      gone.on('error', () => undefined)
      gone.write(ask().repeat(300))
      gone.pause()
      const slow = net.connect(Number(new URL(server.url).port), '127.0.0.1')
      slow.write(ask().repeat(100))
      slow.pause()
      const whole = (await talk([ask()])).seen[0]!.body
      gone.destroy()
      const read = await talk(Array.from({ length: 50 }, () => ask()))
      for (const { body } of read.seen) assert.deepEqual(body, whole)
      read.socket.destroy()
      let got = Buffer.alloc(0)
      slow.on('data', (chunk: Buffer) => (got = Buffer.concat([got, chunk])))
      const count = (): number => got.toString('latin1').split(whole.toString('latin1')).length - 1
      slow.resume()
      await until('a hundred came', () => count() === 100)
      slow.destroy()
    })
  }

  test('each is told in the log once, under the number it was sent with, and counted', async () => {
    const { seen, socket } = await talk([page(), data(), data({ 'if-none-match': '"other"' })])
    socket.destroy()
    const told = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    for (const [at, call] of ['page event', '/public/events/{id}', '/public/events/{id}'].entries()) {
      const own = told.filter(({ requestId }) => requestId === header(seen[at]!, 'x-request-id'))
      assert.deepEqual(
        own.map(({ msg, method, call: name, status, ms }) => [msg, method, name, status, typeof ms]),
        [['answered', 'GET', call, 200, 'number']],
      )
    }
    const counted = await server.running.machine.metrics.registry.metrics()
    const count = (call: string) => Number(counted.split(`\npaddock_answer_seconds_count{call="${call}",status="200"} `)[1]?.split('\n', 1)[0])
    for (const call of ['page event', '/public/events/{id}'])
      assert.equal(count(call), told.filter(({ msg, call: name, status }) => msg === 'answered' && name === call && status === 200).length, call)
  })
})
