import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServer } from '#testing/server.ts'

test('without a token this machine alone reads the metrics, and nobody through a proxy', async (t) => {
  const server = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  t.after(() => server.stop())
  const status = async (headers: Record<string, string>): Promise<number> => (await server.visitor.fetch('/metrics', { headers })).status
  assert.equal(await status({}), 200)
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])
    for (const value of ['203.0.113.9', '127.0.0.1', '']) assert.equal(await status({ [name]: value }), 404, `${name}: ${value}`)
  assert.equal(await status({ authorization: 'Bearer ' }), 200)
})

test('with a token its bearer alone reads them, from anywhere', async (t) => {
  const token = 'a metrics token of the tests'
  const server = await testServer({ env: { METRICS_TOKEN: token } })
  t.after(() => server.stop())
  const ask = (headers: Record<string, string>) => server.visitor.fetch('/metrics', { headers })
  for (const authorization of [undefined, '', 'Bearer', 'Bearer ', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token]) {
    const reply = await ask(authorization === undefined ? {} : { authorization })
    assert.deepEqual([reply.status, ((await reply.json()) as { code: string }).code], [404, 'NOT_FOUND'], authorization ?? 'none')
  }
  const reply = await ask({ authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.9' })
  assert.deepEqual([reply.status, (await reply.text()).includes('paddock_pages_drawn_total')], [200, true])
})
