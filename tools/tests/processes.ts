/** A room's rows of the role matrix. */
const OF_ROLES = /[\\/]roles[\\/]roles\.test\.ts$/
/** So many rooms share a process: with fewer it is mostly the platform that is read and made warm, with more it is one long file again. */
const ROOMS = 4

/** Which test files run in a process of their own, and which in one with others: those first, they take longest. */
export function processesFor(files: readonly string[]): readonly (string | readonly string[])[] {
  const ofRoles = files.filter((file) => OF_ROLES.test(file)).toSorted()
  const shared = Array.from({ length: Math.ceil(ofRoles.length / ROOMS) }, (_, index) => ofRoles.slice(index * ROOMS, (index + 1) * ROOMS))
  return [...shared, ...files.filter((file) => !OF_ROLES.test(file))]
}
