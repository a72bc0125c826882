import { useEffect, useState } from 'react'
import { useSearch } from '#web/kit/navigation.ts'
import { TextField } from './text-field.tsx'

const TYPING_MS = 300

/** Words to search a list for, in the address once nobody types, so a searched list can be shared; it begins with its first rows again. */
export function SearchBox({ label, placeholder }: { readonly label: string; readonly placeholder: string }) {
  const [search, change] = useSearch()
  // until it is in the address, which a button, a link and Back change too
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => {
      change({ search: typed, shown: undefined })
      setTyped(null)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, change])
  return (
    <TextField label={label} placeholder={placeholder} type="search" value={typed ?? search['search'] ?? ''} onChange={setTyped} maxLength={100} />
  )
}
