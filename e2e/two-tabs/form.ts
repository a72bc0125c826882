import type { Locator, Page } from 'playwright-core'
import type { LeagueId, RoundId, SessionId, TournamentId } from '#core/ids.ts'
import type { Person } from '#testing/people.ts'
import type { VersionedName } from './edits.ts'

/** A form with a version, as two tabs change it at once. */
export type VersionedForm = {
  readonly form: VersionedName
  /** Left out: the owner of the community. */
  readonly by?: Person
  readonly path: string
  /** From the page to the form. */
  readonly open?: (page: Page) => Promise<void>
  /** What the first tab types: what both change, and what it alone does. */
  readonly theirs: (form: Locator) => Promise<void>
  readonly mine: (form: Locator) => Promise<void>
  readonly within?: (page: Page) => Locator
  readonly save: string
  /** The field both have changed, as the form calls it. */
  readonly field: string
  /** What stands on the two sides. */
  readonly sides: readonly [theirs: RegExp, mine: RegExp]
  readonly choose: 'Theirs' | 'Mine'
  /** What the platform has in the end. */
  readonly state: () => Promise<unknown>
  readonly becomes: unknown
}

/** Who has the forms, and what they are about; `raced` is kept by hand. */
export type Place = {
  readonly olga: Person
  readonly drivers: readonly Person[]
  readonly leagueId: LeagueId
  readonly coming: SessionId
  readonly raced: SessionId
  readonly season: TournamentId
  /** The only event of the season. */
  readonly ofSeason: SessionId
  readonly round: RoundId
  /** A template from which nothing is made yet. */
  readonly daily: SessionId
  /** Of one of teams, in which the second of the drivers has one. */
  readonly ofTeams: SessionId
  /** Driven on our server, with somebody nobody knows. */
  readonly served: SessionId
}
