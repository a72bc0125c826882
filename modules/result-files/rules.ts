import { GAME_FACTS, gamesWith } from '#games/facts/facts.ts'
import type { ResultFileLayout, GameId } from '#games/game.ts'
import type { VersionState } from '#modules/results/rules/version.ts'
import { isOver, type SessionStatus } from '#modules/sessions/rules.ts'

/** A result file after decoding. */
export const FILE_LIMIT = 8 * 1024 * 1024
/** Grows when a reader learns more: files read by an older one may be read again. */
export const READER_VERSION = 2
/** Different files that people may hand in for one event. */
export const MOST_HANDED_IN = 60
/** Whose track is told with the results of a file that was handed in. */
export const TRACK_FROM = ['EVENT', 'FILE'] as const
export type TrackFrom = (typeof TRACK_FROM)[number]
/** Length in characters of why something is taken back, or what was published is opened again. */
export const WITHDRAWAL_REASON = { min: 1, max: 500 } as const
/** Length in characters of why an admin takes a later result, leaves one, or takes a choice back. */
export const CHOICE_REASON = { min: 3, max: 160 } as const
/** Different files that one server may bring: a weekend has ten, and one that grows comes again with each session. */
export const MOST_OF_SERVER = { files: 200, bytes: 128 * 1024 * 1024 } as const
/** Games whose result files are read. */
export const READABLE_GAMES = gamesWith(({ resultFiles }) => resultFiles !== null)

/** What an event shows may change without anybody's choice until it is over, and while an admin has opened it again. */
export const isPublished = ({ status, isReopened }: Shown): boolean => isOver(status) && !isReopened

type Shown = { readonly status: SessionStatus; readonly isReopened: boolean }
type Discardable = { readonly isHandedIn: boolean; readonly status: string; readonly states: readonly VersionState[] }

/** Whether a file can be taken back: a person handed it in, and nothing of it is published or was. */
export const mayDiscardFile = ({ isHandedIn, status, states }: Discardable, event: Shown & { readonly manual: boolean }): boolean =>
  isHandedIn && status !== 'DISCARDED' && (!isPublished(event) || (!event.manual && states.every((state) => state === 'WAITING')))

// Plan of an event

export const resultFileLayout = (game: GameId): ResultFileLayout => GAME_FACTS[game].resultFiles ?? 'EACH'

/** Places turned round for a second race, where the game's server has such an option; where others turn a grid their files tell it. */
export function reversedPositions(game: GameId, options: Readonly<Record<string, unknown>>): number {
  const { reverseOption } = GAME_FACTS[game]
  return reverseOption ? Number(options[reverseOption] ?? 0) || 0 : 0
}

type Planned = { readonly type: string }

/** The segments a server will write, in order; with places turned it drives a second race. */
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
