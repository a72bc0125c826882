import type { SessionFields } from './fields.ts'

/** What is typed for an ordinary sprint of ACC. */
export const fields = (more: Partial<SessionFields> = {}): SessionFields => ({
  leagueId: '' as never,
  game: 'acc',
  manual: false,
  name: 'Sprint',
  description: '',
  trackId: 'monza',
  carIds: ['2'],
  carClasses: [],
  segments: [
    { type: 'QUALIFY', durationMin: 10, options: {} },
    { type: 'RACE', durationMin: 20, options: {} },
  ],
  options: {},
  startsAt: '2026-11-20T20:00:00.000Z',
  region: 'IE-Dublin',
  maxEntries: 20,
  isMultiSplit: false,
  checkIn: false,
  isRanked: false,
  driverSwap: false,
  hasGridPositions: false,
  closedEntry: false,
  enableServerProtection: false,
  passwords: {},
  joinConditions: {},
  ...more,
})
