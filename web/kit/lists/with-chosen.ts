type Thing = { readonly id: string }

/** What is found, and what is chosen, which stays to be seen whatever is looked for next. */
export const withChosen = <T extends Thing>(found: readonly T[], chosen: T | null): readonly T[] =>
  chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
