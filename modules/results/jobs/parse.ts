import { Worker } from 'node:worker_threads'
import type { GameId, ReadResults, ResultFile } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { PARSE_ASIDE_ABOVE } from '../rules.ts'

/** No honest file takes this long. */
const PATIENCE_MS = 20_000

/** Reads a file, a large one in a thread of its own; whatever is wrong with it comes back as a code with a reason. */
export function readFile(game: GameId, file: ResultFile): Promise<ReadResults> {
  if (file.bytes.length <= PARSE_ASIDE_ABOVE) return Promise.resolve(parse(game, file))
  return new Promise((resolve) => {
    const worker = new Worker(new URL('parse-aside.ts', import.meta.url), {
      workerData: { game, file: { name: file.name, bytes: new Uint8Array(file.bytes) } },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const end = (answer: ReadResults): void => {
      clearTimeout(patience)
      resolve(answer)
      void worker.terminate()
    }
    const patience = setTimeout(() => end(unreadable('reading took too long')), PATIENCE_MS)
    worker.once('message', (answer: ReadResults) => end(answer))
    worker.once('error', (fault) => end(unreadable(fault instanceof Error ? fault.message : 'the reader failed')))
  })
}

/** Reads a file here and now. */
export function parse(game: GameId, file: ResultFile): ReadResults {
  const read = gameOf(game)?.readResults
  if (!read) return { ok: false, code: 'FILE_UNRECOGNIZED', reason: `no result files of ${game} are read` }
  try {
    return read(file)
  } catch (fault) {
    return unreadable(fault instanceof Error ? fault.message : 'the reader failed')
  }
}

const unreadable = (reason: string): ReadResults => ({ ok: false, code: 'IMPORT_UNREADABLE', reason })
