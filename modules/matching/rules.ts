import { identityOf, namedKey, type StoredDriver } from '#modules/results/rules/participant.ts'

/** What names a stranger of a file at the desk; `null` for one of ours, and of whom nothing is left. */
export function strangerKey(source: string, driver: StoredDriver): string | null {
  const identity = identityOf(driver)
  return identity === null ? null : namedKey(source, identity)
}

/** A key in its parts: a source has no space in it. */
export function partsOf(key: string): { readonly source: string; readonly identity: string } {
  const [source = '', ...rest] = key.split(' ')
  return { source, identity: rest.join(' ') }
}
