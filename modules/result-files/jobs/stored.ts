import type { ResultFileId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Files } from '#server/outside/files.ts'
import { findToRead } from '../store.ts'
import { readAside, type Read } from './reading.ts'

/** Where a file lies that was put away from the database. */
export const awayKey = (fileId: ResultFileId): string => `results/${fileId}`

/** Reads a file that was read before once more, for what nobody wanted of it then; `null` where it is there no more. */
export async function readStored(
  { db, files, left }: { readonly db: Reader; readonly files: Files; readonly left: AbortSignal },
  game: GameId,
  fileId: ResultFileId,
): Promise<Read | null> {
  const file = await findToRead(db, fileId)
  const bytes = file?.bytes ?? (file && (await files.takeOut(awayKey(fileId))))
  if (!file || !bytes) return null
  const found = await readAside({ game, own: undefined, file: { name: file.name, bytes } }, { whom: null, signal: left })
  // too many wait: the job comes again
  if (!found.ok) throw new Error('the file was not read')
  return found.value.read
}
