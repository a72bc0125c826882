import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refusalsOf } from '#core/contract.ts'
import { REFUSALS } from '#core/refusal.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { exampleOf } from './example.ts'
import type { OpenApi, Operation } from './openapi.ts'

describe('the calls, documented', () => {
  let server: TestServer
  let document: OpenApi
  before(async () => {
    server = await testServer({ role: 'web' })
    document = (await (await server.visitor.fetch('/openapi.json')).json()) as OpenApi
  })
  after(() => server.stop())

  const operations = (): readonly Operation[] => Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const codesOf = ({ responses }: Operation): readonly string[] => Object.values(responses).flatMap(({ description }) => description.split(', '))

  test('each has an id of its own, its room, and every refusal it may give under the status it has', () => {
    const ids = operations().map(({ operationId }) => operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const room of server.running.machine.rooms)
      for (const [call, contract] of Object.entries(room.contracts)) {
        const operation = document.paths[contract.path]![contract.method.toLowerCase()]!
        assert.deepEqual([operation.operationId, operation.tags], [`${room.name}.${call}`, [room.name]])
        const said = codesOf(operation)
        for (const code of refusalsOf(contract)) {
          assert.ok(said.includes(code), `${operation.operationId}: ${code}`)
          assert.ok(operation.responses[REFUSALS[code]]!.description.includes(code), `${operation.operationId}: ${code} with ${REFUSALS[code]}`)
        }
      }
  })

  test('what must be sent is marked, in the address and in the body', () => {
    const { post: add } = document.paths['/command/league/AddLeague/0/0']!
    const { content } = add!.requestBody as { content: { 'application/json': { schema: { required: string[] }; example: object } } }
    assert.ok(content['application/json'].schema.required.includes('name'))
    assert.ok('name' in content['application/json'].example)
    assert.ok(add!.parameters.some(({ name, in: where, required }) => name === 'Idempotency-Key' && where === 'header' && !required))
    for (const [path, methods] of Object.entries(document.paths))
      for (const operation of Object.values(methods))
        for (const [, name] of path.matchAll(/\{(\w+)\}/g))
          assert.ok(
            operation.parameters.some((one) => one.name === name && one.in === 'path' && one.required),
            `${path}: ${name}`,
          )
  })

  test('login and files are there too', () => {
    for (const path of [
      '/auth/email-otp/send-verification-otp',
      '/auth/sign-in/email-otp',
      '/auth/steam/start',
      '/auth/sign-out',
      '/uploads',
      '/live',
    ])
      assert.ok(document.paths[path], path)
  })

  test('the page finds calls and refusals by their words, and says where there is none', async () => {
    const page = async (search: string): Promise<string> => (await server.visitor.fetch(`/docs?search=${encodeURIComponent(search)}`)).text()
    const found = await page('addentry')
    assert.match(found, /id="entries\.AddEntry" open/)
    assert.doesNotMatch(found, /leagues\.AddLeague/)
    assert.match(found, /curl &#39;|curl '/)
    assert.match(await page('registration_full'), /id="REGISTRATION_FULL"/)
    assert.match(await page('"><script>'), /Nothing here has all of these words/)
    assert.doesNotMatch(await page('"><script>'), /"><script>/)
    const whole = await page('')
    for (const { operationId } of operations()) assert.ok(whole.includes(`id="${operationId}"`), operationId)
    for (const code of Object.keys(REFUSALS)) assert.ok(whole.includes(`id="${code}"`), code)
  })
})

for (const [name, schema, wanted] of [
  ['the first of several values', { enum: ['a', 'b'] }, 'a'],
  ['what may be missing as it is when there', { anyOf: [{ type: 'null' }, { type: 'integer', minimum: 5 }] }, 5],
  ['a list with something in it', { type: 'array', items: { type: 'string', format: 'date' } }, ['2026-11-20']],
  ['a shape that names itself', { $ref: '#/$defs/a', $defs: { a: { type: 'object', properties: { on: { const: true } } } } }, { on: true }],
] as const)
  test(`an example of ${name}`, () => assert.deepEqual(exampleOf(schema), wanted))
