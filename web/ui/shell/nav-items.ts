/** Places of the main navigation, in order; those whose page does not exist are left out. */
export const PLACES = [
  { path: '/events', text: 'nav.events' },
  { path: '/communities', text: 'nav.communities' },
  { path: '/best-laps', text: 'nav.bestLaps' },
  { path: '/downloads', text: 'nav.downloads' },
  { path: '/leaderboard', text: 'nav.leaderboard' },
] as const
