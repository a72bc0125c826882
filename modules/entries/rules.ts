import { HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import type { Game } from '#games/game.ts'
import type { Platform } from '#games/facts/platform.ts'
import { LAUNCH_LEAD_MS, type Hosting } from '#modules/sessions/rules.ts'
import type { Removal } from './contract.ts'
import type { EntryStatus } from './contract/shapes.ts'

export const REMOVAL_REASON = { min: 0, max: 160 } as const
/** Tries at an event's entry password, for one person and event. */
export const PASSWORD_TRIES = { most: 10, windowMs: HOUR_MS } as const

type Start = { readonly startsAt: Date; readonly hosting: Hosting }

/** The first moment at which nobody can register any more: a server of ours is set up then; elsewhere it is the start (decisions.md §2). */
export const registrationClosesAt = ({ startsAt, hosting }: Start): Date =>
  new Date(startsAt.getTime() - (hosting === 'AUTOMATIC' ? LAUNCH_LEAD_MS : 0))

/** Before the start by so much a registration cannot be cancelled any more: no server needs to be set up elsewhere, where only the last minute is out. */
export const noCancelBeforeMs = (hosting: Hosting): number => (hosting === 'AUTOMATIC' ? LAUNCH_LEAD_MS : MINUTE_MS)

/** The first moment at which a registration cannot be cancelled any more. */
export const cancelClosesAt = ({ startsAt, hosting }: Start): Date => new Date(startsAt.getTime() - noCancelBeforeMs(hosting))

/** The account a game names its drivers by; `needed` to register, else only for results to find their way. */
export type EventAccount = { readonly provider: Platform; readonly needed: boolean }

/** Told before registering to whoever has no such account linked; the specification's words. */
export const alertOf = <One extends Platform>(platform: One) => `no_association_for_${platform}_alert_event` as const

/**
 * Of a game whose players are RaceRoom's or iRacing's the account is needed always (product.md §5 "Car selection"), Steam's where the server
 * lets in nobody else than those it knows by it.
 */
export const accountOf = ({ platform }: Pick<Game, 'platform'>, closedEntry: boolean): EventAccount | null =>
  platform === 'none' ? null : { provider: platform, needed: platform !== 'steam' || closedEntry }

/** What becomes of an entry that its driver or an admin ends. */
export const endOf = (removal: Removal): { readonly status: EntryStatus; readonly mayReturn: boolean } => {
  const status = removal === 'REGULAR' ? 'LEFT' : removal
  return { status, mayReturn: status === 'LEFT' }
}
