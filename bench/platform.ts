import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { cookieValue, hashOf, newToken } from '#server/outside/login-token.ts'
import { sealer } from '#server/outside/seal.ts'
import { onMeasuredCore } from './machine.ts'
import { freePort } from '#testing/ports.ts'
import { seasonId } from './season.ts'

export type Platform = {
  readonly pid: number
  readonly port: number
  readonly database: pg.Pool
  /** A request as it goes over the wire, from one of many addresses, as behind a proxy. */
  readonly get: (url: string, n: number, more?: Readonly<Record<string, string>>) => string
  readonly post: (url: string, n: number, body: object, cookie: string) => string
  /** Signs people of the season in; their cookies. */
  readonly signIn: (users: readonly number[]) => Promise<readonly string[]>
  /** Seals a text as this platform does. */
  readonly seal: (text: string) => string
  /** Statements sent so far for a call, and how often it was worked out. */
  readonly statements: (call: string) => Promise<{ readonly sum: number; readonly count: number }>
  readonly stop: () => Promise<void>
}

const RENDER = path.resolve(import.meta.dirname, '../server/main.ts')

/** The platform as in production, one process on the measured core: behind a proxy it trusts, every limit, header and log line as it is. */
export async function platform(databaseUrl: string): Promise<Platform> {
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'paddock-bench-'))
  const secret = randomBytes(32).toString('hex')
  const log = openSync(path.join(folder, 'log'), 'a')
  const origin = `http://127.0.0.1:${port}`
  const child = onMeasuredCore(
    process.execPath,
    [RENDER],
    {
      NODE_ENV: 'production',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PUBLIC_URL: origin,
      SECRET: secret,
      SMTP_URL: 'smtp://127.0.0.1:9',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    log,
  )
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const answers = async (): Promise<boolean> =>
    fetch(`${origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await answers()); tries++) {
    if (tries > 900 || child.exitCode !== null) throw new Error(`the platform did not start; see ${folder}/log`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const lines = (n: number): string =>
    `host: 127.0.0.1\r\naccept-encoding: gzip\r\nx-forwarded-for: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n`
  return {
    pid: child.pid!,
    port,
    database,
    get: (url, n, more = {}) =>
      `GET ${url} HTTP/1.1\r\n${lines(n)}${Object.entries(more)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    post: (url, n, body, cookie) => {
      const text = JSON.stringify(body)
      return `POST ${url} HTTP/1.1\r\n${lines(n)}origin: ${origin}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    },
    seal: sealer(secret).seal,
    signIn: async (users) => {
      const tokens = users.map(newToken)
      await database.query(
        `insert into login_sessions (id, user_id, token_hash, expires_at, created_at, updated_at)
         select gen_random_uuid(), u.id, u.token, now() + interval '1 day', now(), now() from unnest($1::uuid[], $2::text[]) as u (id, token)`,
        [users.map((n) => seasonId('user', n)), tokens.map(hashOf)],
      )
      return tokens.map((token) => `paddock.session_token=${encodeURIComponent(cookieValue(secret, token))}`)
    },
    statements: async (call) => {
      const text = await (await fetch(`${origin}/metrics`)).text()
      const value = (name: string): number =>
        Number(new RegExp(`^paddock_statements_${name}\\{call="${call.replaceAll(/[{}]/g, String.raw`\$&`)}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
      return { sum: value('sum'), count: value('count') }
    },
    stop: async () => {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
      closeSync(log)
      await database.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The compressed bytes of an answer as they go over the wire. */
export async function rawBody({ port }: Pick<Platform, 'port'>, url: string, headers: Readonly<Record<string, string>>): Promise<Buffer> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request({ port, path: url, headers: { ...headers, 'accept-encoding': 'gzip' } }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => (reply.statusCode === 200 ? resolve(Buffer.concat(parts)) : reject(new Error(`${url}: ${reply.statusCode}`))))
    })
      .on('error', reject)
      .end()
  })
}
