import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { ConfigInvalid, readConfig } from './config.ts'
import { weakness } from './secret.ts'

const GOOD = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://paddock.example',
  DATABASE_URL: 'postgresql://paddock:pw@db.example:5432/paddock',
  SMTP_URL: 'smtps://user:pw@mail.example:465',
  SECRET: 'dGhpcyBpcyBub3QgYSBzZWNyZXQ7Zk9xLzR2K3pLcEo5',
  TRUSTED_PROXIES: '10.0.0.7, 10.1.0.0/16,fd00::/8',
  LOG_LEVEL: 'warn',
  PORT: '8080',
}

const faultsOf = (env: Readonly<Record<string, string | undefined>>, argv: readonly string[] = []): readonly string[] => {
  try {
    readConfig(env, argv)
    return []
  } catch (fault) {
    assert.ok(fault instanceof ConfigInvalid, String(fault))
    return fault.faults
  }
}

test('what is right is taken', () => {
  const config = readConfig(GOOD, ['--role', 'web'])
  assert.deepEqual([config.role, config.port, config.demoWorld, config.logLevel], ['web', 8080, false, 'warn'])
  assert.deepEqual(config.trustedProxies, ['10.0.0.7', '10.1.0.0/16', 'fd00::/8'])
  assert.deepEqual(faultsOf({ ...GOOD, PUBLIC_URL: 'https://paddock.example/' }), [])
  assert.equal(readConfig({ ...GOOD, POOL_SIZE: '' }).poolSize, 10, 'empty counts as not set')
  assert.deepEqual(faultsOf({ ...GOOD, DATABASE_URL: 'postgresql:///paddock?host=/run/postgresql' }), [])
})

for (const [name, value] of [
  ['PUBLIC_URL', 'paddock.example'],
  ['PUBLIC_URL', 'ftp://paddock.example'],
  ['PUBLIC_URL', 'https://paddock.example/races'],
  ['PUBLIC_URL', ''],
  ['DATABASE_URL', 'mysql://db/paddock'],
  ['DATABASE_URL', 'localhost:5432'],
  ['SMTP_URL', 'mail.example:25'],
  ['SMTP_URL', ''],
  ['TRUSTED_PROXIES', '10.0.0.7,proxy'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['POOL_SIZE', '0'],
  ['EMULATOR_SPEED', '-1'],
  ['LOG_LEVEL', 'verbose'],
  ['DEMO_WORLD', 'on'],
  ['DEMO_WORLD', 'yes'],
  ['MAIL_FROM', 'nobody'],
  ['STEAM_OPENID_ENDPOINT', 'steam'],
  ['IRACING_OAUTH_ENDPOINT', 'iracing'],
  ['IRACING_CLIENT_ID', 'alone'],
  ['SECRET', ''],
  ['SECRET', 'short'],
] as const) {
  test(`${name} '${value}' is refused in one sentence`, () => {
    const faults = faultsOf({ ...GOOD, [name]: value })
    assert.equal(faults.length, 1, faults.join('\n'))
    assert.ok(faults[0]!.startsWith(name), faults.join())
  })
}

test('--role is one of three', () => {
  assert.match(faultsOf(GOOD, ['--role', 'webb'])[0]!, /^--role takes web, worker, all, not 'webb'/)
  assert.equal(faultsOf(GOOD, ['--role']).length, 1)
})

test('a secret that can be guessed is refused, one made by chance is taken', () => {
  for (const weak of [
    'a'.repeat(64),
    'abcdefghijklmnopqrstuvwxyz012345',
    '12345678901234567890123456789012',
    'password'.repeat(8),
    'aB3'.repeat(20),
    'correct horse battery staple my dear friend',
    'Paddock-2024-Racing-League-Liga-2025!',
    'ThisIsMyVeryLongPasswordForPaddock1',
    'qwertzuiopasdfghjklyxcvbnmqwertzu',
    `demo-${randomBytes(32).toString('hex')}`,
  ])
    assert.ok(weakness(weak), `'${weak}' is taken`)
  let refused = 0
  for (let run = 0; run < 500; run++)
    for (const strong of [randomBytes(16).toString('hex'), randomBytes(32).toString('hex'), randomBytes(48).toString('base64')])
      if (weakness(strong)) refused++
  assert.ok(refused <= 2, `${refused} of 1500 were refused`)
})

test('everything that is wrong is said at once, without a stack, before anything is made', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-config-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    DATA_DIR: folder,
    PORT: 'many',
    DATABASE_URL: 'mysql://u:hunter2@db/x',
    LOG_LEVEL: 'loud',
  }
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, 'main.ts'), '--role', 'cook'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.on('close', resolve))
  assert.equal(code, 1)
  for (const name of ['PORT', 'DATABASE_URL', 'LOG_LEVEL', 'PUBLIC_URL', 'SMTP_URL', 'SECRET', '--role'])
    assert.ok(said.includes(`  ${name} `), `${name} is missing:\n${said}`)
  assert.ok(!/\bat .*:\d+/.test(said) && !said.includes('hunter2'), said)
  assert.ok(said.split('\n').length < 20, said)
  assert.deepEqual(readdirSync(folder), [])
})
