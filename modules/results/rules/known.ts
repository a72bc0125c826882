// What pages ask that show no table of results.

/** Whether laps of anybody are known: of a race kept by hand only the order and the times may be. */
export const lapsKnown = ({ results }: { readonly results: readonly { readonly lapCount: number }[] }): boolean =>
  results.some(({ lapCount }) => lapCount > 0)

/** Whether the files told of contacts: without them no licence moves (decisions.md §4). Cuts alone are none. */
export const contactsKnown = ({ results }: { readonly results: readonly { readonly incidents: object | null }[] }): boolean =>
  results.some(({ incidents }) => Object.keys(incidents ?? {}).some((kind) => kind.startsWith('collisions')))

/** The last word of a name, as timing screens have it. */
export const shortName = (name: string): string => name.trim().split(/\s+/).at(-1) ?? name
