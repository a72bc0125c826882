import { refuse, type Verdict } from '#core/result.ts'
import type { ServerPassword } from '#games/facts/game-facts.ts'
import { atLeast, type Role } from '#modules/leagues/rules.ts'
import { isOver, isRestartable, type Hosting, type SessionStatus, type SplitStatus } from '#modules/sessions/rules.ts'
import { carriesEvent, type Launched, type Plan } from '#modules/billing/rules.ts'
import { showsSecrets } from './rules.ts'

export type Viewer = { readonly role: Role | null; readonly joinedSplitNo: number | null; readonly spectates: boolean }

/** Whom the server of a split is for: its active participants, spectators and admins (product.md §6). */
export const isServerFor = (splitNo: number, { role, joinedSplitNo, spectates }: Viewer): boolean =>
  atLeast(role, 'admin') || spectates || joinedSplitNo === splitNo

/**
 * Name, address and passwords are for those, while the server can be reached; `isSetUp` for one elsewhere, which people have to find by
 * themselves.
 */
export const maySeeServer = (
  split: { readonly splitNo: number; readonly status: SplitStatus; readonly isSetUp?: boolean },
  viewer: Viewer,
): boolean => (split.isSetUp || showsSecrets(split.status)) && isServerFor(split.splitNo, viewer)

/** product.md §6 "Split switching": admins, spectators, or anyone when ended. */
export const maySwitchSplit = (splits: number, status: SessionStatus, { role, spectates }: Viewer): boolean =>
  splits > 1 && (status === 'ENDED' || atLeast(role, 'admin') || spectates)

/** product.md §6: the drivers' password is hidden from spectators, theirs from drivers, and the admins' from both. */
export const maySeePassword = (kind: ServerPassword, { role, spectates }: Viewer): boolean =>
  atLeast(role, 'admin') || kind === (spectates ? 'spectator' : 'server')

/** Refuses ADMIN_REQUIRED, COMMUNITY_CLOSED. */
export function mayAdminister({ role, closed }: { readonly role: Role | null; readonly closed: boolean }): Verdict {
  if (!atLeast(role, 'admin')) return refuse('ADMIN_REQUIRED')
  return closed ? refuse('COMMUNITY_CLOSED') : true
}

type Restarted = { readonly status: SplitStatus; readonly statusAt: Date }
/**
 * product.md §4 "Restart": FAILED or STARTED, under 24 hours after the status time; of a server of ours, and not once the event is over, as it is
 * when its other splits have ended. Refuses RESTART_NOT_ALLOWED, RESTART_WINDOW_OVER.
 */
export function mayRestart(split: Restarted, event: { readonly hosting: Hosting; readonly status: SessionStatus }, now: Date): Verdict {
  if (event.hosting === 'ELSEWHERE' || isOver(event.status)) return refuse('RESTART_NOT_ALLOWED', { status: event.status })
  if (split.status !== 'FAILED' && split.status !== 'STARTED') return refuse('RESTART_NOT_ALLOWED', { status: split.status })
  return isRestartable(split.status, split.statusAt.getTime(), now.getTime()) || refuse('RESTART_WINDOW_OVER', { hours: 24 })
}

/** Whether the community's plan, as it is at the launch, still carries the event (LAUNCH_SERVERS). */
export const mayLaunch = (plan: Plan, event: Launched): boolean => carriesEvent(plan, event)
