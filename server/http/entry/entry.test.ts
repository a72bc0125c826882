import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { BODY_SLOTS } from './large.ts'

const ID = '00000000-0000-7000-8000-000000000000'
const PREVIEW = `/query/result-import/${ID}`
const IMPORT = `/command/result-file/ImportResultFile/${ID}/0`
const EDIT = leaguesContract.EditLeague.path.replace('{id}', ID).replace('{v}', '1')
const UPLOAD = `/host/servers/${ID}/results`
const MB = 1_048_576

describe('before a body is read', () => {
  let server: TestServer
  let anna: Person
  before(async () => {
    server = await testServer()
    anna = await person(server, 'Anna')
  })
  after(() => server.stop())

  const json = () => ({ 'content-type': 'application/json', origin: server.url })
  const mine = () => ({ ...json(), cookie: anna.as.cookie! })

  test('a stranger who announces 12 MB and sends nothing hears at once who is missing', async () => {
    for (const [path, code] of [
      [IMPORT, '401 LOGIN_REQUIRED'],
      [PREVIEW, '401 LOGIN_REQUIRED'],
      [EDIT, '401 LOGIN_REQUIRED'],
      [UPLOAD, '401 HOST_TOKEN_INVALID'],
      ['/auth/email-otp/send-verification-otp', '400 MALFORMED'],
      ['/uploads', '422 FILE_TOO_LARGE'],
    ] as const)
      assert.equal(await ask(server, path, { ...json(), 'content-length': String(12 * MB) }), code, path)
    // in pieces, of which the first never ends
    assert.equal(await ask(server, IMPORT, { ...json(), 'transfer-encoding': 'chunked' }, 'ffffff\r\n{"name":'), '401 LOGIN_REQUIRED')
    // from another site
    for (const path of [IMPORT, PREVIEW, EDIT, '/auth/sign-out', '/auth/sign-in/email-otp'])
      assert.equal(
        await ask(server, path, { ...mine(), origin: 'https://elsewhere.example', 'content-length': String(12 * MB) }),
        '403 CROSS_SITE',
        path,
      )
    // a form longer than any
    const form = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(60 * MB) }
    assert.equal(await ask(server, '/uploads', form), '422 FILE_TOO_LARGE')
  })

  test('a stranger is told of the login, not of what is wrong in the body', async () => {
    for (const path of [IMPORT, PREVIEW, EDIT])
      assert.equal(await ask(server, path, { ...json(), 'content-length': '3' }, '{]}'), '401 LOGIN_REQUIRED')
  })

  test('a body that is too large is refused by what it announces, or as it comes', async () => {
    const large = { ...mine(), 'content-length': String(13 * MB) }
    assert.equal(await ask(server, IMPORT, large), '422 FILE_TOO_LARGE')
    assert.equal(await ask(server, EDIT, large), '400 MALFORMED')
    const pieces = { ...mine(), 'transfer-encoding': 'chunked' }
    assert.equal(await ask(server, EDIT, pieces, `${(2 * MB).toString(16)}\r\n${'x'.repeat(2 * MB)}\r\n0\r\n\r\n`), '400 MALFORMED')
  })

  test('who has sent all of it still reads the answer: the connection ends, it is not cut', async () => {
    const body = 'x'.repeat(11 * MB)
    const announced = { 'content-length': String(body.length) }
    const pieces = { 'transfer-encoding': 'chunked' }
    for (const [path, headers, sent, code] of [
      [IMPORT, { ...json(), ...announced }, body, '401 LOGIN_REQUIRED'],
      [EDIT, { ...mine(), ...announced }, body, '400 MALFORMED'],
      [EDIT, { ...mine(), ...pieces }, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`, '400 MALFORMED'],
    ] as const) {
      const told = await whole(server, path, headers, sent)
      assert.deepEqual(told, { code, sent: true, fault: null }, path)
    }
  })

  test('of one person two large bodies are read at a time, and the place is free when the sender leaves', async () => {
    const large = { ...mine(), 'content-length': String(9 * MB) }
    const held = [open(server, IMPORT, large), open(server, PREVIEW, large)]
    await until('two places are taken', () => BODY_SLOTS.user.taken() === 2)
    const third = await fetch(`${server.url}${IMPORT}`, { method: 'POST', headers: mine(), body: JSON.stringify({ name: 'x'.repeat(2 * MB) }) })
    assert.deepEqual([third.status, third.headers.get('retry-after')], [429, '5'])
    // a small one is nobody's burden
    assert.equal(await ask(server, IMPORT, { ...mine(), 'content-length': '2' }, '{}'), '400 MALFORMED')
    for (const socket of held) socket.destroy()
    await until('no place is taken', () => BODY_SLOTS.user.taken() === 0)
    const next = await anna.as.send(manualResultsContract.ImportResultFile, { id: ID }, { name: 'x', contentBase64: 'x'.repeat(2 * MB) })
    assert.equal(next.body.code, 'NOT_FOUND')
  })

  test('who asks is looked up once', async () => {
    const { pool } = server.running.machine
    const actors = async () => (await pool.query<{ calls: number }>(`select count(*) as calls from audit`)).rows[0]!.calls
    const before = await actors()
    await anna.as.send(leaguesContract.EditLeague, { id: ID, v: 1 }, {} as never)
    // one statement finds her, one writes that she was refused
    assert.equal(await actors(), before + 1)
    const { values } = await server.running.machine.metrics.statements.get()
    const sum = values.find(({ metricName, labels }) => metricName?.endsWith('_sum') && labels.call === leaguesContract.EditLeague.path)
    const count = values.find(({ metricName, labels }) => metricName?.endsWith('_count') && labels.call === leaguesContract.EditLeague.path)
    assert.ok(count!.value > 0 && sum!.value <= 2 * count!.value, JSON.stringify([sum, count]))
  })
})

function open(server: TestServer, path: string, headers: Readonly<Record<string, string>>): Socket {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return socket
}

const codeOf = (answer: string): string => `${/^HTTP\/1.1 (\d+)/.exec(answer)?.[1]} ${/"code":"(\w+)"/.exec(answer)?.[1]}`

/** Sends the head and what is given of the body, and no more; what is answered while the connection still waits for the rest. */
async function ask(server: TestServer, path: string, headers: Readonly<Record<string, string>>, some = ''): Promise<string> {
  const socket = open(server, path, headers)
  socket.write(some)
  let answer = ''
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    answer += chunk.toString()
    if (answer.includes('"code"')) break
  }
  return codeOf(answer)
}

/** Sends a whole body first, and only then reads what was answered, to the end of the connection. */
async function whole(server: TestServer, path: string, headers: Readonly<Record<string, string>>, body: string) {
  const socket = open(server, path, headers)
  socket.pause()
  let fault: string | null = null
  socket.on('error', (error) => (fault = error.message))
  const sent = await new Promise<boolean>((resolve) => {
    socket.write(body, (error) => resolve(!error))
  })
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await new Promise((resolve) => socket.once('close', resolve).resume())
  return { code: codeOf(answer), sent, fault }
}
