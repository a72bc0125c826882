import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMe } from '../me.ts'
import { draftKey, dropDrafts, forgetDraft, forgetOldDrafts, hasDraft, placeOf, readDraft, writeDraft, type Draft } from './drafts.ts'

export type Kept<T> = ReturnType<typeof useKept<T>>

/** The draft of a form in this browser, and what an earlier visit has left there: nothing in the first paint, which is the server's. */
export function useKept<T>(form: string | undefined) {
  const me = useMe()?.id
  const [kept] = useState(() => keptAt<T>(form && me ? draftKey(me, form) : null))
  const found = useSyncExternalStore(kept.watch, kept.found, () => null)
  const [isTold, setTold] = useState(false)
  useEffect(forgetOldDrafts, [])
  return {
    ...kept,
    found,
    /** When it was typed; `null` when nothing was found, or nobody needs to be told any more. */
    foundAt: isTold ? null : (found?.at ?? null),
    tell: () => setTold(true),
    forget: () => {
      setTold(true)
      kept.drop()
    },
  }
}

/** Keeps a value at every change; `null` when there is nothing to keep. */
export function useKeeping<T>({ keep }: Pick<Kept<T>, 'keep'>, value: T | null): void {
  const text = value === null ? null : JSON.stringify(value)
  useEffect(() => keep(text === null ? null : (JSON.parse(text) as T)), [keep, text])
}

/** Whether forms whose names begin so have drafts. */
export function useHasDraft(forms: string): boolean {
  const me = useMe()?.id
  return useSyncExternalStore(
    never,
    () => me !== undefined && hasDraft(draftKey(me, forms)),
    () => false,
  )
}

/** Drops the draft of a form that is not open: what it was about has been done another way. */
export function useForgetDraft(): (form: string) => void {
  const me = useMe()?.id
  return (form) => me && dropDrafts(draftKey(me, form))
}

const never = () => () => {}

function keptAt<T>(key: string | null) {
  const by = crypto.randomUUID()
  let found: Draft<T> | null | undefined
  let holds: boolean | undefined
  // read once: from then on what stands there is this form's own
  const read = (): Draft<T> | null => {
    if (found === undefined) found = key === null ? null : readDraft<T>(key)
    return found
  }
  /** What was found is gone on with here, or done with: it is offered to nobody else. */
  const takeOver = (form: string): void => {
    const of = read()
    if (of) forgetDraft(form, of.by, of.at)
  }
  return {
    found: read,
    /** What was found here is no draft any more once another tab has sent it, or begun anew; nor is what was kept here, where another took it over. */
    watch: (changed: () => void): (() => void) => {
      const listen = (event: StorageEvent): void => {
        if (!key || event.newValue) return
        if (event.key === placeOf(key, by)) holds = false
        if (!found || event.key !== placeOf(key, found.by)) return
        found = null
        changed()
      }
      addEventListener('storage', listen)
      return () => removeEventListener('storage', listen)
    },
    /** Whether what is typed is in the browser. */
    holds: (): boolean => holds ?? read() !== null,
    keep: (value: T | null): void => {
      if (!key) holds = false
      else if (value === null) forgetDraft(key, by)
      else if ((holds = writeDraft(key, by, value))) takeOver(key)
    },
    drop: (): void => {
      holds = false
      if (!key) return
      forgetDraft(key, by)
      takeOver(key)
    },
  }
}
