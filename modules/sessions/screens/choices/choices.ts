import { BOUNDS } from '../../rules.ts'
import type { FormState } from '../form/form-state.ts'

/** Who hosts: what servers of a game are told of the event and of its segments, somebody's own is not told by us. What is chosen already changes nothing. */
export const hostedBy = (form: Pick<FormState, 'manual' | 'segments'>, manual: boolean): Partial<FormState> =>
  form.manual === manual ? {} : { manual, options: {}, segments: form.segments.map((one) => ({ ...one, options: {} })) }

/** Seats on a track that has room for `grid` cars; those of all splits are no matter of one track. */
export const seatsOn = (form: Pick<FormState, 'isMultiSplit' | 'maxEntries'>, grid: number): Pick<FormState, 'maxEntries'> => ({
  maxEntries: form.isMultiSplit ? form.maxEntries : Math.min(form.maxEntries ?? BOUNDS.maxGrid, grid),
})
