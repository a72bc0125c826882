/** Whom a community can pick at one time: more than any grid has seats. */
export const PICKS_AT_MOST = 200

/** What a pick list is for (product.md §3 "Pick list"). */
export const PICK_TARGETS = ['EVENT', 'TOURNAMENT'] as const

/** Adds those who are not on a list yet, at its end; who is on it keeps place and car. */
export function withPicked<One extends { readonly userId: string }>(list: readonly One[], more: readonly One[]): readonly One[] {
  const known = new Set(list.map(({ userId }) => userId))
  return [...list, ...more.filter(({ userId }) => !known.has(userId) && known.add(userId))]
}
