import type { Fact, PlainObject } from '#core/joint.ts'
import type { UserId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { deleteLoginAccount, deleteLoginSession, deleteLoginSessions, hasOtherLogin } from '#server/outside/proof/logins.ts'
import type { ChangeContext, CommandContext, CommandsOf } from '#server/room.ts'
import type { accountsContract, Settings } from './contract.ts'
import {
  AccountStated,
  AccountUnlinked,
  CountryChanged,
  LoggedOutEverywhere,
  LoginSessionRevoked,
  NameChanged,
  SettingsChanged,
  TermsAccepted,
} from './contract/facts.ts'
import { acceptTerms, changeName } from './decide.ts'
import { ownsALeague } from './door.ts'
import { mayActAs } from './policy.ts'
import { TERMS_VERSION } from './rules.ts'
import { deleteLink, lockUser, saveStated, updateUser } from './store.ts'

type Row = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Commands on one's own account. */
export const accountsCommands: CommandsOf<typeof accountsContract> = {
  AcceptTerms: (context, { id, v, body }) =>
    own(context, id, async (user) => {
      const decided = acceptTerms(user.terms_accepted_at, body.birthDate, context.now)
      if (!decided.ok) return decided
      const consent = { terms_accepted_at: context.now, terms_version: TERMS_VERSION, reads_in: context.locale }
      return save(context, v, TermsAccepted, { userId: user.id }, { ...consent, name: body.name, country: body.country, birth_date: body.birthDate })
    }),

  ChangeName: (context, { id, v, body }) =>
    own(context, id, async (user) => {
      const decided = changeName({ plan: user.plan, nameChanges: user.name_changes, nameChangedAt: user.name_changed_at }, context.now)
      if (!decided.ok) return decided
      return save(
        context,
        v,
        NameChanged,
        { userId: user.id },
        { name: body.name, name_changes: user.name_changes + 1, name_changed_at: context.now },
      )
    }),

  ChangeCountry: (context, { id, v, body }) =>
    own(context, id, (user) => save(context, v, CountryChanged, { userId: user.id }, { country: body.country })),

  ChangeSettings: (context, { id, v, body }) =>
    own(context, id, (user) =>
      save(context, v, SettingsChanged, { userId: user.id }, { settings: JSON.stringify({ ...(user.settings as Partial<Settings>), ...body }) }),
    ),

  StateAccount: (context, { id, v, body: { provider, subject } }) =>
    own(context, id, async (user) => {
      if (context.proofs.includes(provider)) return refuse('PROOF_REQUIRED')
      const stated = await saveStated(context.tx, id as UserId, provider, subject, context.now)
      return stated.ok ? save(context, v, AccountStated, { userId: user.id, provider }, {}) : stated
    }),

  UnlinkAccount: (context, { id, v, body }) =>
    own(context, id, async (user) => {
      if (!(await hasOtherLogin(context.tx, id as UserId, body.provider))) return refuse('LAST_LOGIN_METHOD')
      const gone = await deleteLink(context.tx, id as UserId, body.provider)
      if (gone.numDeletedRows === 0n) return refuse('NOT_FOUND')
      await deleteLoginAccount(context.tx, id as UserId, body.provider)
      return save(context, v, AccountUnlinked, { userId: user.id, provider: body.provider }, {})
    }),

  RevokeLoginSession: (context, { id, v, body }) =>
    own(context, id, async (user) => {
      if (user.v !== v) return refuse('VERSION_CONFLICT')
      const gone = await deleteLoginSession(context.tx, id as UserId, body.sessionId)
      if (gone.numDeletedRows === 0n) return refuse('NOT_FOUND')
      context.record(LoginSessionRevoked, { userId: user.id })
      return ok({ v })
    }),

  LogOutEverywhere: (context, { id, v }) =>
    own(context, id, async (user) => {
      if (user.v !== v) return refuse('VERSION_CONFLICT')
      await deleteLoginSessions(context.tx, id as UserId)
      context.record(LoggedOutEverywhere, { userId: user.id })
      return ok({ v })
    }),

  RemoveUser: (context, { id, v }) =>
    own(context, id, async (user) => {
      if (user.v !== v) return refuse('VERSION_CONFLICT')
      if (await ownsALeague(context.tx, id as UserId)) return refuse('OWNER_CANNOT_LEAVE')
      await context.erase(user.id)
      return ok({ v })
    }),
}

async function own<T>(context: CommandContext, id: string, act: (user: Row) => Promise<T>): Promise<T | ReturnType<typeof refuse>> {
  const may = mayActAs(context.actor.userId, id)
  if (may !== true) return may
  const user = await lockUser(context.tx, id as UserId)
  return user ? act(user) : refuse('ACCOUNT_NOT_FOUND')
}

async function save<Data extends PlainObject & { readonly userId: UserId }>(
  context: ChangeContext,
  v: number,
  changed: Fact<Data>,
  data: NoInfer<Data>,
  values: Parameters<typeof updateUser>[3],
) {
  const saved = await updateUser(context.tx, data.userId, v, values)
  if (saved.ok) context.record(changed, data)
  return saved
}
