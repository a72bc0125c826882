import { LICENCES, type Licence } from '#modules/ranking/rules/licence.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import type { JoinConditions } from '#modules/sessions/rules/join-conditions.ts'

/** decisions.md §2: "UNPUBLISHED → PUBLISHED → ENDED". */
export const ROUND_STATUSES = ['UNPUBLISHED', 'PUBLISHED', 'ENDED'] as const
export type RoundStatus = (typeof ROUND_STATUSES)[number]

export const ROUND = {
  name: [1, 60],
  shortName: [1, 12],
  /** Of one community, and events of one round. */
  most: 30,
  events: 40,
  /** Who are brought into a round, or taken out, in one go. */
  drivers: 500,
} as const

/** The number a new round is called by: behind all there are, and no other round's, however these were renamed. */
export function freeNumber(rounds: readonly { readonly name: string; readonly shortName: string }[]): number {
  const names = new Set(rounds.flatMap(({ name, shortName }) => [name.toLowerCase(), shortName.toLowerCase()]))
  let number = rounds.length + 1
  while (names.has(`round ${number}`) || names.has(`r${number}`)) number++
  return number
}

type Dated = { readonly id: string; readonly startDate: string }
/** Rounds one behind the other. */
export const inOrder = <Round extends Dated>(rounds: readonly Round[]): readonly Round[] =>
  rounds.toSorted((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate) || (a.id < b.id ? -1 : 1))

/** The first round of a community is everybody's; into each later one drivers are brought (docs/decisions/0029). */
export const isForInvited = (rounds: readonly Dated[], id: string): boolean => inOrder(rounds)[0]?.id !== id

/** product.md §4: "Round sessions WAITING or DRAFT get an eligibleToJoin flag". */
export const mayBeJoined = (status: SessionStatus): boolean => status === 'WAITING' || status === 'DRAFT'

/** Licences with which somebody meets an event's conditions. */
export const eligibleLicenses = ({ license }: Pick<JoinConditions, 'license'>): readonly Licence[] => LICENCES.slice(license ?? 0)
