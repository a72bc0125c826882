import { createHash } from 'node:crypto'
import { ok, refuse, type Result } from '#core/result.ts'
import type { ReadResults, SessionResults } from '#games/game.ts'
import type { SessionFacts } from '#modules/sessions/door.ts'
import { plain } from '../decide/plain.ts'
import { FILE_LIMIT, READABLE_GAMES, type ReadableGame } from '../rules.ts'
import { readFile } from './parse.ts'

export type HandedInFile = { readonly name: string; readonly bytes: Uint8Array }
export type ReadFile = { readonly game: ReadableGame; readonly sessions: readonly SessionResults[]; readonly name: string; readonly sha256: string }

/**
 * Reads what a person hands in: a file of the event's game, for a manual session of any game that is read, told by its content. Refuses
 * with the reader's code; iRacing's own refusals are error_parsing_results_json (product.md §5 "Manual results").
 */
export async function readHandedIn(
  event: Pick<SessionFacts, 'game' | 'manual'>,
  file: HandedInFile,
  asked: ReadableGame | undefined,
): Promise<Result<ReadFile>> {
  if (file.bytes.length > FILE_LIMIT) return refuse('FILE_TOO_LARGE', { field: 'contentBase64', most: FILE_LIMIT })
  const own = READABLE_GAMES.find((game) => game === event.game)
  if (!event.manual && (!own || (asked && asked !== own))) return refuse('FILE_UNRECOGNIZED', { field: 'game' })
  const games = asked ? [asked] : event.manual ? gamesBySign(file.bytes, own) : [own!]
  let first: { readonly game: ReadableGame; readonly read: Extract<ReadResults, { ok: false }> } | null = null
  for (const game of games) {
    const read = await readFile(game, file)
    if (read.ok) return read.sessions.length > 0 ? ok({ game, sessions: read.sessions, name: file.name, sha256: sha256Of(file.bytes) }) : NOTHING
    first ??= { game, read }
    // too large for one is too large for all, and what is no JSON is none for anybody: nobody reads 8 MB of nothing five times
    if (read.code === 'FILE_TOO_LARGE' || read.code === 'IMPORT_UNREADABLE') break
  }
  const { game, read } = first ?? { game: own, read: { code: 'FILE_UNRECOGNIZED' as const, reason: 'no game reads it' } }
  const reason = plain(read.reason)
  const isIRacing = (asked ?? own ?? game) === 'iracing' && read.code !== 'FILE_TOO_LARGE'
  return refuse(isIRacing ? 'error_parsing_results_json' : read.code, { field: 'contentBase64', reason })
}

const NOTHING = refuse('IMPORT_NO_DATA', { field: 'contentBase64' })
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** LMU's files are XML, AMS2's begin with a comment, everybody else's are JSON; with or without a byte order mark, of one byte or two for each letter. */
function gamesBySign(bytes: Uint8Array, own: ReadableGame | undefined): readonly ReadableGame[] {
  const start = String.fromCodePoint(...bytes.subarray(0, 200)).replaceAll(/[\u0000\u00ef\u00bb\u00bf\u00fe\u00ff\s]/g, '')
  if (start.startsWith('<')) return ['lmu']
  if (start.startsWith('//')) return ['ams2']
  const json = READABLE_GAMES.filter((game) => game !== 'lmu')
  return json.toSorted((a, b) => Number(b === own) - Number(a === own))
}
