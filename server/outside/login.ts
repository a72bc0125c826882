import { betterAuth } from 'better-auth'
import type { UserId } from '#core/ids.ts'
import { newId } from '../db/change.ts'
import type { Db, Tx } from '../db/connect.ts'
import type { Config } from '../config.ts'
import { hashOf, newToken } from './login-token.ts'
import { insertLink, linkOf, oneAtATime } from './proof/link.ts'

export type Login = ReturnType<typeof loginWith>

export const SESSION_SECONDS = 30 * 86_400

/** better-auth on our own tables, for sessions; what a user of the platform is stays in `users`. */
export function loginWith(config: Config, db: Db) {
  return betterAuth({
    appName: config.productName,
    baseURL: config.publicUrl,
    basePath: '/auth',
    secret: config.secret,
    database: { db: db as never, type: 'postgres' },
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    advanced: { cookiePrefix: 'paddock', database: { generateId: () => newId() }, ipAddress: { ipAddressHeaders: ['x-paddock-ip'] } },
    user: { modelName: 'logins', fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' } },
    session: {
      modelName: 'login_sessions',
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
      fields: {
        userId: 'user_id',
        token: 'token_hash',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'login_accounts',
      // equal addresses prove nothing: accounts are joined only by their owner, signed in
      accountLinking: { enabled: false },
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: { modelName: 'login_verifications', fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' } },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const token = newToken()
            const hash = hashOf(token)
            opened.set(hash, token)
            return { data: { ...session, token: hash } }
          },
        },
      },
    },
  })
}

/** Tokens of the logins opened this moment, by hash, until their cookies are written. */
const opened = new Map<string, string>()

/** The token of the login that has just been opened; better-auth knows only its hash. Its cookie is ours to set. */
function takeToken(hash: string): string {
  const token = opened.get(hash)
  if (!token) throw new Error('a login without a token')
  opened.delete(hash)
  return token
}

/** The user of an outside account, proven just now; made at its first login. The person chooses a name later. */
export async function userOfAccount(db: Db, provider: string, subject: string, now: Date): Promise<UserId> {
  return db.transaction().execute(async (tx) => {
    await oneAtATime(tx, provider, subject)
    const known = await linkOf(tx, provider, subject)
    if (known) return known.user_id
    const id = newId<'user'>(now)
    await insertUser(tx, id, { email: `${id}@${provider}.invalid`, email_verified: false }, now)
    await insertLink(tx, id, provider, subject, now)
    return id
  })
}

/** The user of a mail address, proven just now; made at its first login. */
export async function userOfEmail(db: Db, email: string, now: Date): Promise<UserId> {
  return db.transaction().execute(async (tx) => {
    await oneAtATime(tx, 'email', email)
    const known = await tx.selectFrom('logins').select('id').where('email', '=', email).executeTakeFirst()
    if (known) return known.id as UserId
    const id = newId<'user'>(now)
    await insertUser(tx, id, { email, email_verified: true }, now)
    return id
  })
}

async function insertUser(tx: Tx, id: UserId, login: { readonly email: string; readonly email_verified: boolean }, now: Date): Promise<void> {
  await tx
    .insertInto('logins')
    .values({ id, name: '', ...login, created_at: now, updated_at: now })
    .execute()
  await tx.insertInto('users').values({ id, name: '', created_at: now }).execute()
}

/** Where a session is opened, for the list its user sees. */
export type Browser = { readonly ip: string; readonly userAgent: string }

/** A new session of a user proven otherwise; its token, or null where the account was erased in this moment. */
export async function openSession(login: Login, userId: UserId, browser: Browser): Promise<string | null> {
  const { internalAdapter } = await login.$context
  try {
    const session = await internalAdapter.createSession(userId, false, { ipAddress: browser.ip, userAgent: browser.userAgent })
    return takeToken(session.token)
  } catch (fault) {
    if ((fault as { code?: string }).code === FOREIGN_KEY) return null
    throw fault
  }
}

/** PostgreSQL's code for a reference to what is not there. */
const FOREIGN_KEY = '23503'
