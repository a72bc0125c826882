/** A room's rows of the role matrix. */
const OF_ROLES = /[\\/]roles[\\/]roles\.test\.ts$/
/** Tests of the platform itself: it is read and made warm once for all that share a process. */
const OF_THE_PLATFORM = /[\\/](modules|server|e2e)[\\/]/
/** With fewer in a process it is mostly the platform that is read, with more it is one long file at the end, on one core. */
const TOGETHER = 5

/**
 * Which test files run in a process of their own, and which in one with others: rows of the role matrix first, they take longest. `hasHooks`
 * says of a file that it changes something for its whole process: it has one of its own.
 */
export function processesFor(files: readonly string[], hasHooks: (file: string) => boolean): readonly (string | readonly string[])[] {
  const shares = (file: string): boolean => OF_THE_PLATFORM.test(file) && !hasHooks(file)
  const shared = files.filter(shares)
  const byFew = (ones: readonly string[]): readonly (readonly string[])[] =>
    Array.from({ length: Math.ceil(ones.length / TOGETHER) }, (_, index) => ones.slice(index * TOGETHER, (index + 1) * TOGETHER))
  return [
    ...byFew(shared.filter((file) => OF_ROLES.test(file)).toSorted()),
    ...byFew(shared.filter((file) => !OF_ROLES.test(file)).toSorted()),
    ...files.filter((file) => !shares(file)),
  ]
}
