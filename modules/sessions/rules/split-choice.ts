/** What `?split=2` of an address says; `null` where it names no split. */
export const splitIn = (typed: string | undefined): number | null => (/^[1-9]\d?$/.test(typed ?? '') ? Number(typed) : null)

/** As chosen where there is such a split, else one's own, else the first. */
export const shownSplit = (chosen: number | null, own: number | null, splits: readonly { readonly splitNo: number }[]): number =>
  [chosen, own].find((no) => no !== null && splits.some(({ splitNo }) => splitNo === no)) ?? 1
