import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Everything the environment decides, read once. Production refuses to start with a missing or a demo secret, and says which. */
export type Config = {
  readonly production: boolean
  readonly port: number
  readonly dataDir: string
  /** `null`: the embedded PostgreSQL of `dataDir`. */
  readonly databaseUrl: string | null
  readonly productName: string
  /** The address people use, without a trailing slash. */
  readonly publicUrl: string
  readonly demoWorld: boolean
  /** Race seconds per real second of the emulated servers. */
  readonly emulatorSpeed: number
  readonly role: 'web' | 'worker' | 'all'
  readonly secret: string
  /** `smtp://…`; `null` puts mails into the mailbox page. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly steamEndpoint: string
  readonly steamApiKey: string | null
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  readonly poolSize: number
  readonly logLevel: string
  readonly sourceId: string
}

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(env: Environment, argv: readonly string[] = []): Config {
  const production = env['NODE_ENV'] === 'production'
  const dataDir = path.resolve(env['DATA_DIR'] ?? './.data')
  const port = wholeNumber(env['PORT'], 3000, 'PORT')
  return {
    production,
    port,
    dataDir,
    databaseUrl: env['DATABASE_URL'] ?? null,
    productName: env['PRODUCT_NAME'] ?? 'Paddock',
    publicUrl: (env['PUBLIC_URL'] ?? required(production, 'PUBLIC_URL', `http://localhost:${port}`)).replace(/\/$/, ''),
    demoWorld: (env['DEMO_WORLD'] ?? (production ? 'off' : 'on')) === 'on',
    emulatorSpeed: wholeNumber(env['EMULATOR_SPEED'], 60, 'EMULATOR_SPEED'),
    role: roleOf(argv),
    secret: production ? productionSecret(env['SECRET']) : (env['SECRET'] ?? localSecret(dataDir)),
    smtpUrl: env['SMTP_URL'] ?? (production ? required(true, 'SMTP_URL', '') : null),
    mailFrom: env['MAIL_FROM'] ?? 'no-reply@localhost',
    steamEndpoint: env['STEAM_OPENID_ENDPOINT'] ?? 'https://steamcommunity.com/openid/login',
    steamApiKey: env['STEAM_API_KEY'] ?? null,
    trustedProxies: (env['TRUSTED_PROXIES'] ?? '').split(',').filter(Boolean),
    poolSize: wholeNumber(env['POOL_SIZE'], 10, 'POOL_SIZE'),
    logLevel: env['LOG_LEVEL'] ?? (production ? 'info' : 'warn'),
    sourceId: createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, 12),
  }
}

function required(production: boolean, name: string, local: string): string {
  if (production) throw new Error(`${name} must be set in production`)
  return local
}

function productionSecret(secret: string | undefined): string {
  if (!secret || secret.length < 32) throw new Error('SECRET must be set to at least 32 characters in production')
  if (/demo|secret|change|example/i.test(secret)) throw new Error('SECRET is a demo secret; set one of your own')
  return secret
}

/** Outside production a secret is made once and kept with the data, so that logins survive a restart. */
function localSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8')
}

function roleOf(argv: readonly string[]): Config['role'] {
  const role = argv[argv.indexOf('--role') + 1]
  if (!argv.includes('--role')) return 'all'
  if (role === 'web' || role === 'worker' || role === 'all') return role
  throw new Error('--role takes web, worker or all')
}

function wholeNumber(text: string | undefined, otherwise: number, name: string): number {
  if (text === undefined || text === '') return otherwise
  if (!/^\d{1,6}$/.test(text)) throw new Error(`${name} must be a whole number`)
  return Number(text)
}
