import { DAY_MS, HOUR_MS } from '#core/duration.ts'
import { all, refuse, type Verdict } from '#core/result.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import type { BanDays } from './contract.ts'

/** Lengths in characters (decisions.md §3 "Ban and removal reasons"); what is said with a decision on an application is as long as with a removal. */
export const BAN_REASON = { min: 20, max: 160 } as const
export const REMOVAL_REASON = { min: 0, max: 160 } as const

/** Tries at a community's password in an hour, per user. */
export const PASSWORD_TRIES = { most: 10, windowMs: HOUR_MS } as const

/** When a ban of so many days ends; `null`: never. */
export const banEnd = (days: BanDays | null, now: Date): Date | null => (days === null ? null : new Date(now.getTime() + days * DAY_MS))

/** A ban counts up to, not at, its end. */
export const banHolds = (endsAt: Date | null, now: Date): boolean => endsAt === null || endsAt.getTime() > now.getTime()

/** Length as people count it, spaces at the ends left out. */
export const reasonLength = (reason: string): number => [...reason.trim()].length

type Chat = { readonly discordRequired: boolean; readonly discordLinked: boolean }

/** The chat account a community asks for before it lets anybody in. */
export const hasChat = ({ discordRequired, discordLinked }: Chat): Verdict => !discordRequired || discordLinked || refuse('DISCORD_REQUIRED')

/** Whether somebody from outside may register for an event of the community: what joining asks is asked, password and terms after this (decisions.md §3). */
export const mayTakePart = (outside: Chat & { readonly openEvents: boolean }): Verdict =>
  all(outside.openEvents || refuse('MEMBER_REQUIRED'), hasChat(outside))

export type MemberAction = 'AddAdmin' | 'RemoveAdmin' | 'AddSteward' | 'RemoveSteward' | 'RemoveMember' | 'BanMember'

/** What somebody of a role may do with a member of another, in the order of a menu; the same answers the commands give. */
export function actionsOn(actor: Role | null, target: Role): readonly MemberAction[] {
  if (!atLeast(actor, 'admin') || target === 'owner') return []
  if (target === 'admin') return actor === 'owner' ? ['RemoveAdmin', 'RemoveMember', 'BanMember'] : []
  return ['AddAdmin', target === 'steward' ? 'RemoveSteward' : 'AddSteward', 'RemoveMember', 'BanMember']
}
