import { now } from '../clock.ts'

/** What was typed, when, and by which opened form: another tab may hold the same one. */
export type Draft<T> = { readonly at: number; readonly by: string; readonly value: T }

/** Later what was planned or meant has passed. */
const KEPT_MS = 14 * 24 * 60 * 60_000
const PREFIX = 'draft '
const MARK = ' by '

/** Drafts are the browser's, of each user and form one for each time it was opened: two tabs keep what is typed in either. */
export const draftKey = (userId: string, form: string): string => `${PREFIX}${userId} ${form}`
/** Where the form opened as `by` keeps its own. */
export const placeOf = (key: string, by: string): string => `${key}${MARK}${by}`

// A browser may refuse to keep anything; a form works all the same, and asks before it is left.
/** What this tab has kept last, else the latest of any. */
export function readDraft<T>(key: string): Draft<T> | null {
  try {
    const own = freshDraft(localStorage.getItem(sessionStorage.getItem(key) ?? ''))
    const all = placesOf(key).map((place) => freshDraft(localStorage.getItem(place)))
    return (own ?? all.reduce((a, b) => ((b?.at ?? 0) > (a?.at ?? 0) ? b : a), null)) as Draft<T> | null
  } catch {
    return null
  }
}

/** Whether it is kept now. */
export function writeDraft<T>(key: string, by: string, value: T): boolean {
  try {
    const place = placeOf(key, by)
    localStorage.setItem(place, JSON.stringify({ at: now(), by, value } satisfies Draft<T>))
    sessionStorage.setItem(key, place)
    return true
  } catch {
    return false
  }
}

/** What a form opened as `by` has kept; of a moment `at`, only as it was found then: what is still being typed in another tab stays there. */
export function forgetDraft(key: string, by: string, at?: number): void {
  try {
    const place = placeOf(key, by)
    if (at === undefined || freshDraft(localStorage.getItem(place))?.at === at) localStorage.removeItem(place)
  } catch {}
}

export function dropDrafts(key: string): void {
  try {
    for (const place of placesOf(key)) localStorage.removeItem(place)
  } catch {}
}

export function hasDraft(keyStart: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(keyStart) && freshDraft(localStorage.getItem(key)))
  } catch {
    return false
  }
}

/** Nobody may open their form again: what is too old goes when any form is opened. */
export function forgetOldDrafts(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    for (const key of keys) if (!freshDraft(localStorage.getItem(key))) localStorage.removeItem(key)
  } catch {}
}

const placesOf = (key: string): readonly string[] => Object.keys(localStorage).filter((place) => place.startsWith(key + MARK))

function freshDraft(text: string | null): Draft<unknown> | null {
  const draft = JSON.parse(text ?? 'null') as Draft<unknown> | null
  return draft && now() - draft.at < KEPT_MS ? draft : null
}
