import { refuse, type Verdict } from '#core/result.ts'

/** An event as far as it says whether results may be handed in: `isReopened` what was published is being put right. */
export type ManualState = { readonly manual: boolean; readonly status: string; readonly startsAt: Date; readonly isReopened: boolean }

/**
 * Results are kept by hand from the start of a manual session until they are published (product.md §4), and again while they are opened again;
 * refuses WRONG_STATE, MANUAL_RESULT_PUBLISHED.
 */
export function mayEnterNow({ manual, status, startsAt, isReopened }: ManualState, now: Date): Verdict {
  if (manual && status === 'ENDED') return isReopened || refuse('MANUAL_RESULT_PUBLISHED')
  const isOn = status === 'IN_PROGRESS' || (status === 'WAITING' && startsAt <= now)
  return (manual && isOn) || refuse('WRONG_STATE', { status })
}

/** A file may be handed in for a manual session while its results are kept; for any other once a server could have written it, also after its end. */
export const mayImportNow = (event: ManualState, now: Date): Verdict =>
  event.manual
    ? mayEnterNow(event, now)
    : ['STARTED', 'IN_PROGRESS', 'FAILED', 'ENDED'].includes(event.status) || refuse('WRONG_STATE', { status: event.status })

/** Published results are opened again where people entered them or handed any of them in; refuses WRONG_STATE. */
export const mayReopen = ({ status, isReopened }: ManualState, isByPeople: boolean): Verdict =>
  (status === 'ENDED' && !isReopened && isByPeople) || refuse('WRONG_STATE', { status })
