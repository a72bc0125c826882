import type { EntryView } from '../../contract.ts'
import { fieldStrength } from '../../rules/splits.ts'

/** How strong a field is that drives on one server; null while nobody of it was ever rated. */
export const strengthOf = (entries: readonly EntryView[]): number | null =>
  fieldStrength(entries.flatMap(({ participant }) => Object.values(participant.drivers).map(({ rating }) => rating?.rank ?? null)))
