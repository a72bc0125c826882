import { ADMINS, INSIDERS, SIGNED_IN, type Asker } from './askers.ts'
import type { Asked, Self } from './asking.fixture.ts'
import type { Event, LeagueWorld, State } from './world.fixture.ts'

/** How a call is asked, and who may: product.md §6, decisions.md §6; security.md Q1, C1, C2. It says what the own community's people get. */
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
  /** Its body names the other community, in which nothing may move. */
  readonly namesOther?: true
  /** Its body is somebody else's file: what stands in it beside what is read is not ours to refuse. */
  readonly foreignBody?: true
  /** Of a versioned command: the version its thing has in the world, where not the one that people, communities and events have. */
  readonly had?: number
  /** The version it answers where not the next one: what is new has its `first`; what moves without its owner's version leaves that the `same`. */
  readonly answers?: 'first' | 'same'
  /** Whoever asks for it once more, with the version of before, finds it done and is told so: two of a team are both right. */
  readonly staysDone?: true
}
export type Who = { readonly may: readonly Asker[]; readonly else: string; readonly but?: Partial<Record<Asker, string>> }

export const only = (otherwise: string, ...may: readonly Asker[]): Who => ({ may, else: otherwise })
export const butFor = (who: Who, but: Who['but']): Who => ({ ...who, but })
export const nobody = (code: string): Who => ({ may: [], else: code })
export const forAll = (askers: readonly Asker[], code: string): Who['but'] => Object.fromEntries(askers.map((asker) => [asker, code]))
export const signedIn = only('', ...SIGNED_IN)
export const admins = only('ADMIN_REQUIRED', ...ADMINS)
export const owner = only('OWNER_REQUIRED', 'owner')
export const stillOut = only('NOT_A_MEMBER', ...INSIDERS)
