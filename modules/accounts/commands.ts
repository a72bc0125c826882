import type { UserId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import type { ChangeContext, CommandsOf } from '#server/room.ts'
import type { accountsContract, Settings } from './contract.ts'
import { acceptTerms, changeName } from './decide.ts'
import { ownsALeague } from './door.ts'
import { erase } from './jobs.ts'
import { mayActAs } from './policy.ts'
import { TERMS_VERSION } from './rules.ts'
import { deleteLink, deleteLoginAccount, deleteLoginSession, deleteLoginSessions, lockUser, updateUser } from './store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Commands on one's own account. */
export const accountsCommands: CommandsOf<typeof accountsContract> = {
  AcceptTerms: (context, { id, v, body }) =>
    own(context, id, async (user) => {
      const decided = acceptTerms(user.terms_accepted_at, body.birthDate, context.now)
      if (!decided.ok) return decided
      const consent = { terms_accepted_at: context.now, terms_version: TERMS_VERSION }
      return save(context, id, v, 'TermsAccepted', { ...consent, name: body.name, country: body.country, birth_date: body.birthDate })
    }),

  ChangeName: (context, { id, v, body }) =>
    own(context, id, async (user) => {
      const decided = changeName({ plan: user.plan, nameChanges: user.name_changes, nameChangedAt: user.name_changed_at }, context.now)
      if (!decided.ok) return decided
      return save(context, id, v, 'NameChanged', { name: body.name, name_changes: user.name_changes + 1, name_changed_at: context.now })
    }),

  ChangeCountry: (context, { id, v, body }) => own(context, id, () => save(context, id, v, 'CountryChanged', { country: body.country })),

  ChangeSettings: (context, { id, v, body }) =>
    own(context, id, (user) =>
      save(context, id, v, 'SettingsChanged', { settings: JSON.stringify({ ...(user.settings as Partial<Settings>), ...body }) }),
    ),

  UnlinkAccount: (context, { id, v, body }) =>
    own(context, id, async () => {
      const email = await context.tx
        .selectFrom('logins')
        .select('email')
        .where('id', '=', id as UserId)
        .executeTakeFirst()
      const others = await context.tx
        .selectFrom('login_accounts')
        .select('id')
        .where('user_id', '=', id as UserId)
        .where('provider_id', '!=', body.provider)
        .execute()
      if (email?.email.endsWith('.invalid') && others.length === 0) return refuse('LAST_LOGIN_METHOD')
      const gone = await deleteLink(context.tx, id as UserId, body.provider)
      if (gone.numDeletedRows === 0n) return refuse('NOT_FOUND')
      await deleteLoginAccount(context.tx, id as UserId, body.provider)
      return save(context, id, v, 'AccountUnlinked', {})
    }),

  RevokeLoginSession: (context, { id, v, body }) =>
    own(context, id, async (user) => {
      if (user.v !== v) return refuse('VERSION_CONFLICT')
      const gone = await deleteLoginSession(context.tx, id as UserId, body.sessionId)
      if (gone.numDeletedRows === 0n) return refuse('NOT_FOUND')
      record(context, id, 'LoginSessionRevoked')
      return ok({ v })
    }),

  LogOutEverywhere: (context, { id, v }) =>
    own(context, id, async (user) => {
      if (user.v !== v) return refuse('VERSION_CONFLICT')
      await deleteLoginSessions(context.tx, id as UserId)
      record(context, id, 'LoggedOutEverywhere')
      return ok({ v })
    }),

  RemoveUser: (context, { id, v }) =>
    own(context, id, async (user) => {
      if (user.v !== v) return refuse('VERSION_CONFLICT')
      if (await ownsALeague(context.tx, id as UserId)) return refuse('OWNER_CANNOT_LEAVE')
      await erase(context, id as UserId)
      return ok({ v })
    }),
}

type Own = ChangeContext & { readonly actor: { readonly userId: UserId } }

async function own<T>(context: Own, id: string, act: (user: Row) => Promise<T>): Promise<T | ReturnType<typeof refuse>> {
  const may = mayActAs(context.actor.userId, id)
  if (may !== true) return may
  const user = await lockUser(context.tx, id as UserId)
  return user ? act(user) : refuse('ACCOUNT_NOT_FOUND')
}

function record(context: ChangeContext, id: string, type: string, topics: readonly string[] = []): void {
  context.record({ type, aggregate: 'user', aggregateId: id, topics: [`user:${id}`, ...topics] })
}

async function save(context: ChangeContext, id: string, v: number, type: string, values: Parameters<typeof updateUser>[3]) {
  const saved = await updateUser(context.tx, id as UserId, v, values)
  // names and flags stand on many public pages
  if (saved.ok) record(context, id, type, ['users'])
  return saved
}
