/** Class names joined; what does not apply is left out. */
export const classes = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
