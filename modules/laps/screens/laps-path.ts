/** Where best laps of a track are listed. */
export const lapsPath = (place: {
  readonly game: string
  readonly trackId: string
  readonly layoutId: string | null
  readonly community?: string
  readonly driver?: string
  readonly season?: string | undefined
}): string => {
  const { game, trackId, layoutId, community, driver, season } = place
  const search = new URLSearchParams({ game, track: trackId, ...(layoutId ? { layout: layoutId } : {}) })
  if (community) search.set('community', community)
  if (season) search.set('season', season)
  if (driver) search.set('drivers', driver)
  return `/best-laps?${search}`
}
