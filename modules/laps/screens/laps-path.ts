/** Where best laps of a track are listed. */
export const lapsPath = (place: {
  readonly game: string
  readonly trackId: string
  readonly layoutId: string | null
  readonly community?: string
  readonly driver?: string
}): string => {
  const { game, trackId, layoutId, community, driver } = place
  const search = new URLSearchParams({ game, track: trackId, ...(layoutId ? { layout: layoutId } : {}) })
  if (community) search.set('community', community)
  if (driver) search.set('drivers', driver)
  return `/best-laps?${search}`
}
