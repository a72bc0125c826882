import { refuse, type Verdict } from './result.ts'

/** How many characters of a reason count: blanks around it do not. */
export const reasonLength = (reason: string): number => [...reason.trim()].length

/** A reason's length in characters; refuses REASON_LENGTH with the bounds. */
export function checkReason(reason: string, { min, max }: { readonly min: number; readonly max: number }): Verdict {
  const length = reasonLength(reason)
  return (length >= min && length <= max) || refuse('REASON_LENGTH', { field: 'reason', min, max })
}
