import type { Asked, Self } from './asking.fixture.ts'
import { ADMINS, SIGNED_IN, type Asker } from './people.fixture.ts'
import type { Event, LeagueWorld, State } from './world.fixture.ts'

export type Row = {
  /** `room.Call` */
  readonly call: string
  /** What is special, where a call has several rows. */
  readonly as?: string
  /** What it is about. Communities and events are also asked of the foreign one, and while they are hidden or closed; events as a draft, too. */
  readonly on: 'community' | 'event' | 'person' | 'platform' | 'host'
  readonly state?: State
  /** SQL that makes the call possible; $1 is the community. */
  readonly given?: string
  readonly ask: (at: LeagueWorld, self: Self, event: Event, other: LeagueWorld) => Asked
  readonly who: Who
  /**
   * Of a closed community whoever may otherwise gets COMMUNITY_CLOSED (left out), everybody does (`first`), those do who are named, or nobody
   * (`open`). Queries are as ever but where this says otherwise.
   */
  readonly closed?: 'first' | 'open' | Who['but']
  /** Outside the community, yet not kept from it when it is hidden: what is their own. */
  readonly keeps?: readonly Asker[]
  /** Tables that stay as they are though the call is allowed. */
  readonly untouched?: readonly string[]
}
export type Who = { readonly may: readonly Asker[]; readonly else: string; readonly but?: Partial<Record<Asker, string>> }

export const only = (otherwise: string, ...may: readonly Asker[]): Who => ({ may, else: otherwise })
export const butFor = (who: Who, but: Who['but']): Who => ({ ...who, but })
export const nobody = (code: string): Who => ({ may: [], else: code })
export const forAll = (askers: readonly Asker[], code: string): Who['but'] => Object.fromEntries(askers.map((asker) => [asker, code]))
export const signedIn = only('', ...SIGNED_IN)
export const admins = only('ADMIN_REQUIRED', ...ADMINS)
