import { ok, refuse, type Result } from '#core/result.ts'
import type { GameId, SegmentResults } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { plain } from '#modules/results/rules/plain.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import type { For } from '#server/outside/threads.ts'
import { FILE_LIMIT, READABLE_GAMES } from '../rules.ts'
import { readAside } from './reading.ts'

export type HandedInFile = { readonly name: string; readonly bytes: Uint8Array }
export type ReadFile = { readonly game: GameId; readonly sessions: readonly SegmentResults[]; readonly name: string; readonly sha256: string }

/**
 * Reads what a person hands in: a file of the event's game, for a manual session of any game that is read, told by its looks. Refuses
 * with the reader's code, or the one the specification has for a file of its game (product.md §5 "Manual results").
 */
export async function readHandedIn(
  event: Pick<SessionFacts, 'game' | 'manual'>,
  file: HandedInFile,
  asked: GameId | undefined,
  by: For,
): Promise<Result<ReadFile>> {
  if (file.bytes.length === 0) return refuse('FILE_MISSING', { field: 'contentBase64' })
  if (file.bytes.length > FILE_LIMIT) return refuse('FILE_TOO_LARGE', { field: 'contentBase64', most: FILE_LIMIT })
  const own = READABLE_GAMES.find((game) => game === event.game)
  if (!event.manual && (!own || (asked && asked !== own))) return refuse('FILE_UNRECOGNIZED', { field: 'game' })
  const found = await readAside({ game: event.manual ? asked : own, own, file }, by)
  if (!found.ok) return found
  const { read, sha256 } = found.value
  const game = READABLE_GAMES.find((one) => one === found.value.game)
  if (read.ok && game)
    return read.segments.length > 0
      ? ok({ game, sessions: read.segments, name: file.name, sha256 })
      : refuse('IMPORT_NO_DATA', { field: 'contentBase64' })
  const { code, reason } = read.ok ? { code: 'FILE_UNRECOGNIZED' as const, reason: '' } : read
  const writer = asked ?? own ?? game
  const unreadable = writer && code !== 'FILE_TOO_LARGE' ? gameOf(writer)?.unreadable : undefined
  return refuse(unreadable ?? code, { field: 'contentBase64', reason: plain(reason) })
}
