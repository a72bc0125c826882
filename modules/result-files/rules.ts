/** A result file after decoding. */
export const FILE_LIMIT = 8 * 1024 * 1024
/** Grows when a reader learns more: files read by an older one may be read again. */
export const READER_VERSION = 2
/** Different files that people may hand in for one event. */
export const MOST_HANDED_IN = 60
/** Whose track is told with the results of a file that was handed in. */
export const TRACK_FROM = ['EVENT', 'FILE'] as const
export type TrackFrom = (typeof TRACK_FROM)[number]
/** Length in characters of why an admin takes a later result, leaves one, or takes a choice back. */
export const CHOICE_REASON = { min: 3, max: 160 } as const
/** Different files that one server may bring: a weekend has ten, and one that grows comes again with each session. */
export const MOST_OF_SERVER = { files: 200, bytes: 128 * 1024 * 1024 } as const
/** Games whose result files are read. */
export const READABLE_GAMES = ['assetto_corsa', 'acc', 'r3e', 'ams2', 'lmu', 'iracing'] as const
export type ReadableGame = (typeof READABLE_GAMES)[number]

// Plan of an event

/** COUNTED: a file for each session, which says how many the server had before; EACH: one that does not; WHOLE: one file, rewritten as it grows, for all. */
export type FileHabit = 'COUNTED' | 'EACH' | 'WHOLE'
const FILE_HABITS: Partial<Readonly<Record<string, FileHabit>>> = { acc: 'COUNTED', r3e: 'WHOLE', ams2: 'WHOLE', iracing: 'WHOLE' }
export const fileHabit = (game: string): FileHabit => FILE_HABITS[game] ?? 'EACH'

/** Places turned round for AC's second race; the other games' servers have no such option, and where they turn a grid their files tell it. */
export const reversedPlaces = (game: string, options: Readonly<Record<string, unknown>>): number =>
  game === 'assetto_corsa' ? Number(options['reversePositions'] ?? 0) || 0 : 0

type Planned = { readonly type: string }

/** The segments a server will write, in order. AC drives a second race on a turned grid when told to. */
export function plannedSegments<Segment extends Planned>(segments: readonly Segment[], reversePositions: number): readonly Segment[] {
  const race = segments.findLast((segment) => segment.type === 'RACE')
  return race && reversePositions !== 0 ? [...segments, race] : segments
}

/** Where the grid of a race comes from: the segment before it, a qualifying as it ended or a race with its first places turned. */
export function gridSource(
  planned: readonly Planned[],
  index: number,
  reversePositions: number,
): { readonly index: number; readonly reversed: number } | null {
  if (planned[index]?.type !== 'RACE') return null
  const before = planned[index - 1]
  if (before?.type === 'QUALIFY') return { index: index - 1, reversed: 0 }
  return before?.type === 'RACE' && reversePositions !== 0 ? { index: index - 1, reversed: reversePositions } : null
}
