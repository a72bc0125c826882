import { betterAuth } from 'better-auth'
import { emailOTP } from 'better-auth/plugins'
import type { UserId } from '#core/ids.ts'
import { newId } from '../db/change.ts'
import type { Db } from '../db/connect.ts'
import type { Config } from '../config.ts'
import { writeMail } from './mail.ts'

export type Login = ReturnType<typeof loginWith>

const SESSION_SECONDS = 30 * 86_400
const CODE_SECONDS = 600

/** better-auth on our own tables: sessions, e-mail codes and linked accounts; what a user of the platform is stays in `users`. */
export function loginWith(config: Config, db: Db, clock: () => Date) {
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
      user: {
        create: {
          after: async (login) => {
            await db
              .insertInto('users')
              .values({ id: login.id as UserId, name: '', created_at: clock() })
              .onConflict((conflict) => conflict.doNothing())
              .execute()
          },
        },
      },
    },
    plugins: [
      emailOTP({
        otpLength: 8,
        expiresIn: CODE_SECONDS,
        allowedAttempts: 5,
        storeOTP: 'hashed',
        sendVerificationOTP: async ({ email, otp }) => {
          const body = `Your code to sign in to ${config.productName}:\n\n${otp}\n\nIt is good for ten minutes. If you did not ask for it, ignore this mail.`
          await writeMail(db, clock(), { to: email, subject: `${otp} is your ${config.productName} code`, body })
        },
      }),
    ],
  })
}

/** The user of an outside account, made at its first login; `name` is only a start, the person chooses theirs. */
export async function userOfAccount(login: Login, db: Db, provider: string, subject: string, now: Date): Promise<UserId> {
  const { internalAdapter } = await login.$context
  const known = await db
    .selectFrom('login_accounts')
    .select('user_id')
    .where('provider_id', '=', provider)
    .where('account_id', '=', subject)
    .executeTakeFirst()
  if (known) return known.user_id
  const made = await internalAdapter.createUser({ name: '', email: `${subject}@${provider}.invalid`, emailVerified: false })
  await internalAdapter.createAccount({ userId: made.id, providerId: provider, accountId: subject })
  const link = { provider, subject, user_id: made.id as UserId, linked_at: now }
  await db
    .insertInto('linked_accounts')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return made.id as UserId
}

/** A new session of a user proven otherwise; the value is the signed cookie's. */
export async function openSession(login: Login, userId: UserId): Promise<{ readonly token: string; readonly maxAgeSeconds: number }> {
  const { internalAdapter } = await login.$context
  const session = await internalAdapter.createSession(userId)
  return { token: session.token, maxAgeSeconds: SESSION_SECONDS }
}
