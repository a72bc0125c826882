import { useHash, usePath } from '../navigation.ts'

/** Where somebody comes back to from another site: the page and its tab. */
export function useReturnTo(): string {
  const [path, hash] = [usePath(), useHash()]
  return hash === '' ? path : `${path}#${hash}`
}
