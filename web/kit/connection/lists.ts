/** Calls that no id names, by the word whose news are about them. */
export const LISTS: Readonly<Record<string, readonly string[]>> = {
  sessions: [
    '/public/events',
    '/public/trending-races',
    '/public/results',
    '/query/results',
    '/public/best-laps',
    '/query/best-laps',
    '/query/best-laps/extended',
    '/public/best-laps/places',
    '/query/best-laps/places',
  ],
  leagues: ['/public/leagues'],
}
