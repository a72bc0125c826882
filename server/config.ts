import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import path from 'node:path'
import { weakness } from './secret.ts'

/** Everything the environment decides, read once; what is wrong with it is told all at once, before anything starts. */
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
  /** `null`: nobody can prove an account of iRacing here. */
  readonly iracing: { readonly endpoint: string; readonly clientId: string; readonly clientSecret: string } | null
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Bearer token of `/metrics` and the operator's pages; `null` leaves them to this machine itself. */
  readonly metricsToken: string | null
  readonly poolSize: number
  readonly logLevel: string
  readonly sourceId: string
}

/** Platforms at which people prove that an account is theirs. */
export const proofsOf = ({ iracing }: Config): readonly string[] => (iracing ? ['steam', 'iracing'] : ['steam'])

type Environment = Readonly<Record<string, string | undefined>>

/** One sentence for each setting that cannot be used, for the person who started the platform. */
export class ConfigInvalid extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

const ROLES = ['web', 'worker', 'all'] as const
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const SWITCH = ['on', 'off'] as const

export function readConfig(env: Environment, argv: readonly string[] = []): Config {
  const production = env['NODE_ENV'] === 'production'
  const faults: string[] = []
  const { text, whole, oneOf, address } = readers(env, faults)
  const dataDir = path.resolve(text('DATA_DIR') ?? './.data')
  const port = whole('PORT', 3000, 0, 65_535)
  const publicUrl = address('PUBLIC_URL', ['http:', 'https:'], 'https://paddock.example')
  if (publicUrl && !isOrigin(publicUrl)) faults.push('PUBLIC_URL must be an address without a path, such as https://paddock.example.')
  if (production && !publicUrl && !text('PUBLIC_URL')) faults.push('PUBLIC_URL is missing: the address people use, such as https://paddock.example.')
  const smtpUrl = address('SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465')
  if (production && !text('SMTP_URL')) faults.push('SMTP_URL is missing: the mail server, such as smtps://user:password@mail.example:465.')
  const demoWorld = oneOf('DEMO_WORLD', SWITCH, production ? 'off' : 'on')
  if (production && demoWorld === 'on') faults.push('DEMO_WORLD is on: its people sign in without a password, so it is never made in production.')
  const mailFrom = text('MAIL_FROM') ?? 'no-reply@localhost'
  if (!mailFrom.includes('@')) faults.push('MAIL_FROM must be a mail address, such as no-reply@paddock.example.')
  const secret = text('SECRET')
  if (production) faults.push(...secretFaults(secret))
  const read: Omit<Config, 'secret'> = {
    production,
    port,
    dataDir,
    databaseUrl: address('DATABASE_URL', ['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/paddock'),
    productName: text('PRODUCT_NAME') ?? 'Paddock',
    publicUrl: publicUrl?.replace(/\/$/, '') ?? `http://localhost:${port}`,
    demoWorld: demoWorld === 'on',
    emulatorSpeed: whole('EMULATOR_SPEED', 60, 1, 100_000),
    role: roleOf(argv, faults),
    smtpUrl,
    mailFrom,
    steamEndpoint: address('STEAM_OPENID_ENDPOINT', ['http:', 'https:'], 'https://steam.example/login') ?? 'https://steamcommunity.com/openid/login',
    steamApiKey: text('STEAM_API_KEY'),
    iracing: iRacingOf({ text, address }, faults),
    metricsToken: text('METRICS_TOKEN'),
    trustedProxies: proxiesOf(text('TRUSTED_PROXIES'), faults),
    poolSize: whole('POOL_SIZE', 10, 1, 1000),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, production ? 'info' : 'warn'),
    sourceId: createHash('sha256').update(randomBytes(16)).digest('hex').slice(0, 12),
  }
  const kept = secret ?? (faults.length === 0 ? localSecret(dataDir, faults) : '')
  if (faults.length > 0) throw new ConfigInvalid(faults)
  return { ...read, secret: kept }
}

/** Each reads one setting; one that is set and empty counts as not set. What is wrong goes to `faults`, and reading goes on. */
function readers(env: Environment, faults: string[]) {
  const text = (name: string): string | null => env[name]?.trim() || null
  return {
    text,
    whole: (name: string, otherwise: number, least: number, most: number): number => {
      const given = text(name)
      if (given === null) return otherwise
      const number = Number(given)
      if (/^\d{1,9}$/.test(given) && number >= least && number <= most) return number
      faults.push(`${name} must be a whole number from ${least} to ${most}, not '${given}'.`)
      return otherwise
    },
    oneOf: <T extends string>(name: string, values: readonly T[], otherwise: T): T => {
      const given = text(name)
      const known = values.find((value) => value === given)
      if (given !== null && !known) faults.push(`${name} must be one of ${values.join(', ')}, not '${given}'.`)
      return known ?? otherwise
    },
    // what is given may hold a password: it is not repeated
    address: (name: string, protocols: readonly string[], example: string): string | null => {
      const given = text(name)
      if (given === null) return null
      if (URL.canParse(given) && protocols.includes(new URL(given).protocol) && /^[a-z]+:\/\//.test(given)) return given
      faults.push(`${name} must be an address such as ${example}.`)
      return null
    },
  }
}

function isOrigin(given: string): boolean {
  const url = new URL(given)
  return url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
}

function roleOf(argv: readonly string[], faults: string[]): Config['role'] {
  if (!argv.includes('--role')) return 'all'
  const given = argv[argv.indexOf('--role') + 1]
  const role = ROLES.find((one) => one === given)
  if (!role) faults.push(`--role takes ${ROLES.join(', ')}, not '${given ?? ''}'.`)
  return role ?? 'all'
}

/** iRacing gives a program its name and secret on request; one without the other is of no use. */
function iRacingOf({ text, address }: Pick<ReturnType<typeof readers>, 'text' | 'address'>, faults: string[]): Config['iracing'] {
  const endpoint = address('IRACING_OAUTH_ENDPOINT', ['http:', 'https:'], 'https://iracing.example/oauth2') ?? 'https://oauth.iracing.com/oauth2'
  const [clientId, clientSecret] = [text('IRACING_CLIENT_ID'), text('IRACING_CLIENT_SECRET')]
  if (clientId && clientSecret) return { endpoint, clientId, clientSecret }
  if (clientId || clientSecret) faults.push('IRACING_CLIENT_ID and IRACING_CLIENT_SECRET belong together; one of them is missing.')
  return null
}

function proxiesOf(given: string | null, faults: string[]): readonly string[] {
  const proxies = (given ?? '').split(',').flatMap((one) => one.trim() || [])
  const wrong = proxies.filter((one) => !isNetwork(one))
  if (wrong.length > 0) faults.push(`TRUSTED_PROXIES takes addresses and networks such as 10.0.0.7, 10.0.0.0/8; not '${wrong.join("', '")}'.`)
  return proxies
}

function isNetwork(given: string): boolean {
  const [ip = '', bits] = given.split('/')
  const kind = isIP(ip)
  if (kind === 0 || given.split('/').length > 2) return false
  if (bits === undefined) return true
  try {
    new BlockList().addSubnet(ip, /^\d{1,3}$/.test(bits) ? Number(bits) : -1, kind === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

function secretFaults(secret: string | null): readonly string[] {
  const how = 'Make one with: openssl rand -base64 48'
  if (!secret) return [`SECRET is missing: it signs logins and seals passwords. ${how}`]
  const why = weakness(secret)
  return why ? [`SECRET ${why}. ${how}`] : []
}

/** Outside production a secret is made once and kept with the data, so that logins survive a restart. */
function localSecret(dataDir: string, faults: string[]): string {
  const file = path.join(dataDir, 'secret')
  try {
    if (!existsSync(file)) {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    }
    return readFileSync(file, 'utf8')
  } catch (fault) {
    faults.push(`DATA_DIR ${dataDir} cannot be used: ${(fault as Error).message}.`)
    return ''
  }
}
