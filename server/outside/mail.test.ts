import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { loginBrowser } from '#testing/mail-login.ts'
import { testServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { afterTry } from './mail.ts'

test('a mail goes out with what it says, and nothing of it stays', async (t) => {
  const post = await mailServer()
  t.after(() => post.close())
  const server = await testServer({ env: { SMTP_URL: `smtp://127.0.0.1:${post.port}` } })
  t.after(() => server.stop())
  assert.equal((await loginBrowser(server.url).ask('sent@example.org')).status, 200)
  const mail = await post.next
  assert.match(mail, /^To: sent@example\.org\r$/m)
  assert.match(mail, /^Subject: \d{8} is your Paddock code\r$/m)
  const rows = async () => (await server.running.machine.pool.query('select sealed, sent_at is not null as sent from mails')).rows
  await until('it is sent', async () => (await rows())[0]?.sent === true)
  assert.deepEqual(await rows(), [{ sealed: null, sent: true }])
})

test('a mail nobody takes holds up no other: not now is tried again, never is never', async (t) => {
  const post = await mailServer({ 'later@example.org': '451 not now', 'never@example.org': '550 no such mailbox' })
  t.after(() => post.close())
  const server = await testServer({ env: { SMTP_URL: `smtp://127.0.0.1:${post.port}` } })
  t.after(() => server.stop())
  for (const to of ['later@example.org', 'never@example.org', 'good@example.org']) await loginBrowser(server.url).ask(to)
  assert.match(await post.next, /^To: good@example\.org\r$/m)
  const rows = async () =>
    (
      await server.running.machine.pool.query(
        `select recipient, tries, sent_at is not null as sent, refused_at is not null as refused, sealed is not null as kept, next_at > now() as later
         from mails order by recipient`,
      )
    ).rows
  const wanted = [
    { recipient: 'good@example.org', tries: 0, sent: true, refused: false, kept: false, later: false },
    { recipient: 'later@example.org', tries: 1, sent: false, refused: false, kept: true, later: true },
    { recipient: 'never@example.org', tries: 1, sent: false, refused: true, kept: false, later: false },
  ]
  await until('all have been tried', async () => isDeepStrictEqual(await rows(), wanted))
})

test('the pauses between tries grow to an hour', () => {
  const pauses = [0, 1, 5, 20].map((tries) => afterTry(tries, { forGood: false }, 0).next_at!.getTime() / 1000)
  assert.deepEqual(pauses, [15, 30, 480, 3600])
})

/** Takes mails as a mail server would, one command a line; `refuses` some receivers. */
async function mailServer(refuses: Readonly<Record<string, string>> = {}) {
  const { promise: next, resolve } = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    let data: string | null = null
    socket.write('220 here\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (data !== null) {
        data += text
        if (!data.endsWith('\r\n.\r\n')) return
        resolve(data)
        data = null
        return socket.write('250 taken\r\n')
      }
      const refusal = refuses[/^RCPT TO:<(.+)>/i.exec(text)?.[1] ?? '']
      if (refusal) return socket.write(`${refusal}\r\n`)
      if (/^DATA/i.test(text)) data = ''
      return socket.write(/^DATA/i.test(text) ? '354 go on\r\n' : /^QUIT/i.test(text) ? '221 bye\r\n' : '250 yes\r\n')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as { port: number }).port, next, close: () => server.close() }
}
