import { refuse, type Verdict } from '#core/result.ts'

type Kept = { readonly manual: boolean; readonly status: string; readonly startsAt: Date }

/** Results are kept by hand from the start of a manual session until they are published (product.md §4); refuses WRONG_STATE, MANUAL_RESULT_PUBLISHED. */
export function mayKeepNow({ manual, status, startsAt }: Kept, now: Date): Verdict {
  if (manual && status === 'ENDED') return refuse('MANUAL_RESULT_PUBLISHED')
  const isOn = status === 'IN_PROGRESS' || (status === 'WAITING' && startsAt <= now)
  return (manual && isOn) || refuse('WRONG_STATE', { status })
}

/** A file may be handed in for a manual session while its results are kept; for any other once a server could have written it, also after its end. */
export const mayImportNow = (event: Kept, now: Date): Verdict =>
  event.manual
    ? mayKeepNow(event, now)
    : ['STARTED', 'IN_PROGRESS', 'FAILED', 'ENDED'].includes(event.status) || refuse('WRONG_STATE', { status: event.status })

/** Results that people entered or handed in are opened again where no server of ours writes them; refuses WRONG_STATE. */
export const mayReopen = ({ status, hosting }: { readonly status: string; readonly hosting: string }): Verdict =>
  (status === 'ENDED' && hosting === 'ELSEWHERE') || refuse('WRONG_STATE', { status })

/** A file that was handed in is taken back until the event is over; refuses as `mayKeepNow`, and WRONG_STATE. */
export const mayDiscard = (event: Kept, now: Date): Verdict =>
  event.manual
    ? mayKeepNow(event, now)
    : ['STARTED', 'IN_PROGRESS', 'FAILED'].includes(event.status) || refuse('WRONG_STATE', { status: event.status })
