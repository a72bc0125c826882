import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/duration.ts'

/** Where a server may stand (calls-and-constants.md §9); the first is the default. */
export const REGIONS = [
  { id: 'IE', name: 'Dublin', country: 'IE' },
  { id: 'US-East', name: 'US East', country: 'US' },
  { id: 'BR', name: 'Brazil', country: 'BR' },
  { id: 'DE', name: 'Frankfurt', country: 'DE' },
  { id: 'AU', name: 'Sydney', country: 'AU' },
  { id: 'ZA', name: 'Cape Town', country: 'ZA' },
  { id: 'US-West', name: 'US West', country: 'US' },
  { id: 'BH', name: 'Bahrain', country: 'BH' },
  { id: 'HK', name: 'Hong Kong', country: 'HK' },
  { id: 'IN', name: 'Mumbai', country: 'IN' },
] as const
export const REGION_IDS = REGIONS.map((region) => region.id)
export type RegionId = (typeof REGIONS)[number]['id']
export const DEFAULT_REGION: RegionId = 'IE'

/** A host is chosen this long before the start. */
export const LAUNCH_AHEAD_MS = 5 * MINUTE_MS
/** A split that finds no host, and a server that does not answer, fail after this. */
export const LAUNCH_PATIENCE_MS = 10 * MINUTE_MS
export const RETRY_MS = 5 * SECOND_MS
/** A host that has not asked for work for so long gets none, and its servers' leases run out. */
export const LEASE_MS = 30 * SECOND_MS
/** A server without a driver for this long ends its race. */
export const NO_SHOW_MS = 10 * MINUTE_MS
/** How long after the end the first result file may still be on its way. */
export const RESULTS_WAIT_MS = MINUTE_MS
/** The state of live servers is looked at this often. */
export const WATCH_MS = 10 * SECOND_MS
/** Looks that may find a lease run out before the server counts as lost: ten minutes in which the platform itself was up. */
export const MISSES = LAUNCH_PATIENCE_MS / WATCH_MS
export const RESTART_WINDOW_MS = 24 * HOUR_MS

export const SPLIT_STATUSES = ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED', 'FAILED'] as const
export type SplitStatus = (typeof SPLIT_STATUSES)[number]

/** product.md §4: a server is launching for these. */
export const isLaunching = (status: SplitStatus): boolean => status === 'WAITING' || status === 'SCHEDULING' || status === 'STARTING'
/** product.md §4: secret server info shows in these. */
export const showsSecrets = (status: SplitStatus): boolean => status === 'STARTED' || status === 'SCHEDULING' || status === 'IN_PROGRESS'
