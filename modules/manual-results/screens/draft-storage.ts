import { useState } from 'react'
import type { ManualRaceView } from '../contract.ts'
import { draftOf, type RaceDraft } from './race-state.ts'

/** What was typed and not saved yet, by event and race: another tab of the event may be looked at meanwhile. */
const kept = new Map<string, RaceDraft>()
const keyOf = (sessionId: string, raceNo: number): string => `${sessionId} ${raceNo}`

/** Whether a race of the event has changes that are not saved: then its results cannot be published. */
export const hasUnsaved = (sessionId: string): boolean => [...kept.keys()].some((key) => key.startsWith(sessionId))

/** Lets go of what was typed: the race was filled from a file. */
export const forgetDraft = (sessionId: string, raceNo: number): void => void kept.delete(keyOf(sessionId, raceNo))

/** The race as it is being edited. `isOvertaken`: somebody else has saved it since. */
export function useDraft(sessionId: string, race: ManualRaceView) {
  const key = keyOf(sessionId, race.raceNo)
  const [edited, setEdited] = useState(() => kept.get(key) ?? null)
  const held = kept.has(key) ? edited : null
  // entries may come and go while nothing is typed yet; then the server's rows stand
  const draft = held ?? draftOf(race)
  const change = (next: RaceDraft): void => {
    if (next.isChanged) kept.set(key, next)
    setEdited(next)
  }
  const forget = (): void => {
    kept.delete(key)
    setEdited(null)
  }
  return { draft, change, forget, isOvertaken: held !== null && held.v !== race.v }
}
