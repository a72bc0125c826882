import { randomBytes } from 'node:crypto'
import type { CommandContract, SentOf } from '#core/contract.ts'
import type { LeagueId, UserId } from '#core/ids.ts'
import type { Plan } from '#modules/billing/rules.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract, type LeagueOfUser } from '#modules/members/contract.ts'
import type { Running } from '#server/start.ts'
import type { Caller } from './door.ts'
import { patiently, surely } from './steps.ts'

type Fields = SentOf<typeof leaguesContract.AddLeague>
type Who = { readonly id: UserId; readonly as: Caller }
/** What a community asks of those who come in. */
type JoinAnswers = { readonly password?: string; readonly tos?: true }

export type WrittenLeague = Partial<Fields> & {
  readonly plan?: Plan
  readonly hidden?: boolean
  readonly members?: readonly Who[]
  readonly admins?: readonly Who[]
  readonly stewards?: readonly Who[]
}

/** What is sent to found one: open to all, visitors too, where nothing else is said. */
export function leagueBody(more: Partial<Fields> = {}): Fields {
  const { shortName = randomBytes(5).toString('hex') } = more
  return { name: `League ${shortName}`, shortName, languages: ['en'], directJoin: true, openResults: true, ...more }
}

/** A community that may do everything, with everybody in their place; one that was begun before is filled up. */
export async function league({ running }: { readonly running: Running }, owner: Who, written: WrittenLeague = {}): Promise<LeagueId> {
  const { plan = 'LEAGUE_PLUS', hidden = false, members = [], admins = [], stewards = [], ...fields } = written
  const { db } = running.machine
  const body = leagueBody(fields)
  // a test may found more in a day than people may
  await patiently(() => db.deleteFrom('budgets').where('key', '=', `found:${owner.id}`).execute())
  await surely(owner.as, leaguesContract.AddLeague, async () => ({}), body, ['SHORT_NAME_TAKEN'])
  const { id } = await patiently(() => db.selectFrom('leagues').select('id').where('short_name', '=', body.shortName).executeTakeFirstOrThrow())
  // plans are bought
  await patiently(() => db.updateTable('leagues').set({ plan }).where('id', '=', id).execute())
  const given: JoinAnswers = { ...(body.password ? { password: body.password } : {}), ...(body.tos ? { tos: true } : {}) }
  for (const who of [...members, ...admins, ...stewards]) await (body.directJoin ? join(who, id, given) : letIn(owner, id, who, given))
  for (const who of admins) await appoint(owner, membersContract.AddAdmin, id, who)
  for (const who of stewards) await appoint(owner, membersContract.AddSteward, id, who)
  if (hidden) await surely(owner.as, leaguesContract.ChangeVisibility, seenBy(owner, id), { visibility: 'HIDDEN' })
  return id
}

/** Comes in as everybody may; whoever is in already stays. */
export async function join(who: Who, id: LeagueId, given: JoinAnswers = {}): Promise<void> {
  await surely(who.as, membersContract.JoinLeague, seenBy(who, id), given, ['ALREADY_MEMBER'])
}

/** Asks to come in, and waits. */
export async function apply(who: Who, id: LeagueId, given: JoinAnswers = {}): Promise<LeagueOfUser['application']> {
  const body = { leagueId: id, refId: id, refType: 'LEAGUE', ...given } as const
  await surely(who.as, membersContract.AddApplication, async () => ({}), body, ['ALREADY_MEMBER', 'APPLICATION_PENDING'])
  return (await who.as.ask(membersContract.league, { id })).body.application
}

async function letIn(owner: Who, id: LeagueId, who: Who, given: JoinAnswers): Promise<void> {
  const application = await apply(who, id, given)
  if (application?.status !== 'PENDING') return
  await surely(owner.as, membersContract.AcceptApplication, async () => application, {}, ['ALREADY_MEMBER', 'WRONG_STATE'])
}

/** Refused is who has that place already. */
async function appoint<C extends CommandContract>(owner: Who, contract: C, id: LeagueId, { id: userId }: Who): Promise<void> {
  await surely(owner.as, contract, seenBy(owner, id), { userId } as SentOf<C>, ['WRONG_STATE'])
}

/** It in the version that somebody sees. */
const seenBy = (who: Who, id: LeagueId) => async () => ({ id, v: (await who.as.ask(membersContract.league, { id })).body.v })
