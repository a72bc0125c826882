import { DAY_MS } from '#core/duration.ts'
import { ok, refuse } from '#core/result.ts'
import { holdPerson } from '#modules/accounts/door.ts'
import { spend } from '#server/db/budget.ts'
import type { Sealer } from '#server/outside/seal.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import type { leaguesContract, LeagueFields } from '../contract.ts'
import { LeagueClosed, LeagueEdited, LeagueFounded, TermsOfServiceSet, VisibilityChanged } from '../contract/facts.ts'
import { changedBy, checkFields, setTerms } from '../decide.ts'
import { mayOwn } from '../policy.ts'
import { FOUNDINGS_PER_DAY } from '../rules.ts'
import { insertLeague, isShortNameTaken, saveLeague, termsColumns, termsOf, updateLeague, updateMember, type LeagueRow } from '../store.ts'
import { onLeague } from './on-league.ts'

type Names = 'AddLeague' | 'EditLeague' | 'ChangeVisibility' | 'SetTermsOfService' | 'CloseLeague'
const NO_TERMS = { tos: null, version: 0 }

export const leagueCommands: Pick<CommandsOf<typeof leaguesContract>, Names> = {
  AddLeague: async (context, { body }) => {
    const { tx, actor, now, newId, sealer, proofs } = context
    const budget = await spend(tx, now, `found:${actor.userId}`, FOUNDINGS_PER_DAY, DAY_MS)
    if (budget !== true) return budget
    const shortNameTaken = await isShortNameTaken(tx, body.shortName, null)
    const decided = checkFields(body, { shortNameTaken, asksDiscord: false, proofs })
    if (!decided.ok) return decided
    if (!(await holdPerson(tx, actor.userId))) return refuse('ACCOUNT_NOT_FOUND')
    const id = newId<'league'>()
    await insertLeague(tx, id, actor.userId, body, { ...sealed(sealer, body), terms: setTerms(NO_TERMS, body.tos ?? null) }, now)
    context.record(LeagueFounded, { leagueId: id, userId: actor.userId, ...withoutPassword(body) })
    return ok({ aggregateId: id, v: 1 })
  },

  EditLeague: (context, { id, v, body }) =>
    onLeague(context, id, mayOwn, async (league) => {
      const shortNameTaken = await isShortNameTaken(context.tx, body.shortName, league.id)
      const decided = checkFields(body, { shortNameTaken, asksDiscord: league.discord_required, proofs: context.proofs })
      if (!decided.ok) return decided
      const terms = body.tos === undefined ? termsOf(league) : setTerms(termsOf(league), body.tos)
      const saved = await updateLeague(context.tx, league.id, v, body, { ...sealed(context.sealer, body), terms })
      if (saved.ok) await agreeToOwn(context, league, terms.version)
      if (saved.ok) context.record(LeagueEdited, { leagueId: league.id, ...withoutPassword(body), changed: changedBy(body, league) })
      return saved
    }),

  ChangeVisibility: (context, { id, v, body }) =>
    onLeague(context, id, mayOwn, async (league) => {
      const saved = await saveLeague(context.tx, league.id, v, { visibility: body.visibility })
      if (saved.ok) context.record(VisibilityChanged, { leagueId: league.id, ...body })
      return saved
    }),

  SetTermsOfService: (context, { id, v, body }) =>
    onLeague(context, id, mayOwn, async (league) => {
      const terms = setTerms(termsOf(league), body.tos)
      const saved = await saveLeague(context.tx, league.id, v, termsColumns(terms))
      if (!saved.ok) return saved
      await agreeToOwn(context, league, terms.version)
      context.record(TermsOfServiceSet, { leagueId: league.id, ...body, version: terms.version })
      return saved
    }),

  CloseLeague: (context, { id, v }) =>
    onLeague(context, id, mayOwn, async (league) => {
      const saved = await saveLeague(context.tx, league.id, v, { closed_at: context.now })
      if (saved.ok) context.record(LeagueClosed, { leagueId: league.id })
      return saved
    }),
}

/** Whoever writes the terms agrees to them. */
async function agreeToOwn({ tx, actor, now }: CommandContext, league: LeagueRow, version: number): Promise<void> {
  if (version !== league.tos_version) await updateMember(tx, league.id, actor.userId, { tos_version: version, tos_accepted_at: now })
}

const sealed = (sealer: Sealer, { password }: LeagueFields) => ({
  passwordSealed: password === undefined ? undefined : password === '' ? null : sealer.seal(password),
})

const withoutPassword = ({ password: _, ...fields }: LeagueFields) => fields
