import { useNavigation, useSearch } from '../navigation.ts'
import { useTakenOver } from '../visit.tsx'

/**
 * A choice on a page that its address carries, `?split=2`: a link leads to it, Back undoes it. The server draws the page without any, and so
 * does the first paint in the browser.
 */
export function useAddressChoice(name: string): [string | undefined, (value: string) => void] {
  const { place, go } = useNavigation()
  const value = useSearch()[0][name]
  const isTakenOver = useTakenOver()
  const choose = (next: string): void => {
    const { pathname, search: before, hash } = place()
    const search = new URLSearchParams(before)
    search.set(name, next)
    void go(`${pathname}?${search}${hash}`)
  }
  return [isTakenOver ? value : undefined, choose]
}
