import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { loginBrowser } from '#testing/mail-login.ts'
import { testServer } from '#testing/server.ts'

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
  const soon = Date.now() + 10_000
  while ((await rows())[0]?.sent !== true && Date.now() < soon) await new Promise((resolve) => setTimeout(resolve, 20))
  assert.deepEqual(await rows(), [{ sealed: null, sent: true }])
})

/** Takes mails as a mail server would, one command a line. */
async function mailServer() {
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
      if (/^DATA/i.test(text)) data = ''
      return socket.write(/^DATA/i.test(text) ? '354 go on\r\n' : /^QUIT/i.test(text) ? '221 bye\r\n' : '250 yes\r\n')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as { port: number }).port, next, close: () => server.close() }
}
