import { sql } from 'kysely'
import type { ApplicationId, LeagueId, UserId } from '#core/ids.ts'
import { allowed, refuse, type Verdict } from '#core/result.ts'
import type { LeagueView } from '#modules/leagues/contract.ts'
import { atLeast, hasAccepted, type Role } from '#modules/leagues/rules.ts'
import type { Sight } from '#modules/visibility/rules.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import type { LeagueOfUser } from '../contract.ts'
import { mayAdminister, mayAsMember, mayEnter, mayOwn, type MembershipFacts } from '../policy.ts'

/** What of a community's page is the reader's own. */
export const OWN = ['role', 'discordLinked', 'consent', 'application', 'ban', 'may'] as const
export type OwnView = Pick<LeagueOfUser, (typeof OWN)[number]>

type ReaderRow = {
  readonly league_v: number
  readonly role: Role | null
  readonly tos_version: number | null
  readonly discord_linked: boolean
  readonly ban_reason: string | null
  readonly banned_at: Date | null
  readonly ban_ends_at: Date | null
  readonly application_id: ApplicationId | null
  readonly application_v: number
  readonly application_status: NonNullable<LeagueOfUser['application']>['status']
  readonly application_reason: string
  readonly applied_at: Date
}

/** How somebody stands to a community: as a member, by their last application and by a ban that holds; `undefined` where there is none. */
export async function readerIn(db: Reader, id: LeagueId, userId: UserId, now: Date): Promise<ReaderRow | undefined> {
  const [row] = await readerRows(db, [id, userId, now])
  return row
}

const readerRows = builtOnce<ReaderRow>((db, at) => ({
  compile: () =>
    sql<ReaderRow>`
    select l.v as league_v, m.role, m.tos_version,
      exists (select from linked_accounts a where a.user_id = ${at(1)}::uuid and a.provider = 'discord') as discord_linked,
      b.reason as ban_reason, b.banned_at, b.ends_at as ban_ends_at,
      a.id as application_id, a.v as application_v, a.status as application_status, a.reason as application_reason, a.applied_at
    from leagues l
    left join memberships m on m.league_id = l.id and m.user_id = ${at(1)}::uuid
    left join bans b on b.league_id = l.id and b.user_id = ${at(1)}::uuid and (b.ends_at is null or b.ends_at > ${at(2)})
    left join lateral (
      select * from applications p where p.league_id = l.id and p.user_id = ${at(1)}::uuid order by p.applied_at desc, p.id desc limit 1
    ) a on true
    where l.id = ${at(0)}::uuid`.compile(db),
}))

/** What somebody finds on a community's page beside what it is to everybody. */
export function ownView(view: LeagueView, sight: Omit<Sight, 'role'> & { readonly closed: boolean }, row: ReaderRow): OwnView {
  const facts: MembershipFacts = {
    closed: sight.closed,
    hidden: sight.hidden,
    role: row.role,
    directJoin: view.summaryData.directJoin,
    discordRequired: view.summaryData.discordRequired,
    openEvents: view.summaryData.type === 'OPEN_EVENTS_COMMUNITY',
    ban: row.banned_at && { endsAt: row.ban_ends_at },
    pending: row.application_status === 'PENDING',
    discordLinked: row.discord_linked,
  }
  const isAsked = row.role !== null && !hasAccepted({ exist: view.tosRequired, version: view.tosVersion }, row.tos_version)
  return {
    role: row.role,
    discordLinked: row.discord_linked,
    consent: row.role && { tos: !isAsked, tosVersion: row.tos_version },
    application: row.application_id && {
      id: row.application_id,
      v: row.application_v,
      status: row.application_status,
      reason: row.application_reason,
      appliedAt: row.applied_at.toISOString(),
    },
    ban: row.banned_at && { reason: row.ban_reason ?? '', bannedAt: row.banned_at.toISOString(), endsAt: row.ban_ends_at?.toISOString() ?? null },
    may: mayOf(facts, isAsked),
  }
}

export const looksAfterIt = ({ role }: ReaderRow): boolean => atLeast(role, 'admin')

/** What the policies allow; linking the chat account is a step on the way in, not a reason to hide the way. */
function mayOf(facts: MembershipFacts, isAsked: boolean): LeagueOfUser['may'] {
  const linked = { ...facts, discordLinked: true }
  const may: Record<keyof LeagueOfUser['may'], Verdict> = {
    join: mayEnter('join', linked),
    apply: mayEnter('apply', linked),
    withdraw: facts.pending && facts.role === null ? true : refuse('WRONG_STATE'),
    leave: facts.role === 'owner' ? refuse('OWNER_CANNOT_LEAVE') : mayAsMember(facts),
    consent: isAsked ? mayAsMember(facts) : refuse('WRONG_STATE'),
    administer: mayAdminister(facts),
    promote: mayAdminister(facts),
    demoteAdmins: mayOwn(facts),
    edit: mayOwn(facts),
    createEvents: mayAdminister(facts),
  }
  return Object.fromEntries(Object.entries(may).map(([action, verdict]) => [action, allowed(verdict)])) as LeagueOfUser['may']
}
