import { now } from '../clock.ts'

/** What was typed, when, and by which opened form: another tab may hold the same one. */
export type Draft<T> = { readonly at: number; readonly by: string; readonly value: T }

/** Later what was planned or meant has passed. */
const KEPT_MS = 14 * 24 * 60 * 60_000
const PREFIX = 'draft '

/** Drafts are the browser's, one for each user and form. */
export const draftKey = (userId: string, form: string): string => `${PREFIX}${userId} ${form}`

// A browser may refuse to keep anything; a form works all the same, and asks before it is left.
export function readDraft<T>(key: string): Draft<T> | null {
  try {
    return freshDraft(localStorage.getItem(key)) as Draft<T> | null
  } catch {
    return null
  }
}

/** Whether it is kept now. */
export function writeDraft<T>(key: string, by: string, value: T): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ at: now(), by, value } satisfies Draft<T>))
    return true
  } catch {
    return false
  }
}

/** Only what the form itself has kept, or the draft of a moment as it was found: what is still being typed in another tab stays there. */
export function forgetDraft(key: string, by: string, at?: number): void {
  const draft = readDraft(key)
  if (draft?.by === by || draft?.at === at) dropDraft(key)
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key)
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

function freshDraft(text: string | null): Draft<unknown> | null {
  const draft = JSON.parse(text ?? 'null') as Draft<unknown> | null
  return draft && now() - draft.at < KEPT_MS ? draft : null
}
