import { at, behind, placesFor, type Place, type Read } from '#modules/result-files/rules/place.ts'

type Planned = { readonly type: string }

/**
 * Where the sessions of a file come in a manual session: its races from the `first` on, in order; the rest belongs to the first file of the
 * night where the plan has it, else behind the plan. `null`: the event has no such race, or nobody drove.
 */
export function draftPlaces(sessions: Read['sessions'], planned: readonly Planned[], first: number): readonly (Place | null)[] {
  const races = placesFor('RACE', planned)
  const taken = new Map<string, number>()
  return sessions.map(({ type, results }) => {
    if (results.length === 0) return null
    const nth = (taken.get(type) ?? 0) + first - 1
    taken.set(type, nth - first + 2)
    const places = type === 'RACE' ? races : placesFor(type, planned)
    const place = places[nth]
    if (place !== undefined) return at(place, planned)
    return type === 'RACE' ? null : behind(type, nth, places.length, planned)
  })
}
