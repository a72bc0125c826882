import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { gameOf } from '#games/index.ts'
import { decodeText } from '#games/text.ts'
import { gameBySign } from '../decide/sign.ts'
import { digestOf, saidOf } from './fingerprint.ts'
import type { Message, Task } from './reading.ts'

/** The whole of a reader's thread: a file in, what it holds out; whatever is wrong with it is a code with a reason. */
parentPort?.on('message', ({ game, own, file }: Task) => {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  // a file without a sign is for the event's own game to say what is wrong with it
  const by = game ?? gameBySign(decodeText(file.bytes), own) ?? own
  const found: Message = {
    sha256,
    game: by ?? null,
    read: by ? read(by, file) : { ok: false, code: 'FILE_UNRECOGNIZED', reason: 'no game reads it' },
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(found)
})

function read(game: NonNullable<Task['game']>, file: Task['file']): Message['read'] {
  const reader = gameOf(game)?.readResults
  if (!reader) return { ok: false, code: 'FILE_UNRECOGNIZED', reason: `no result files of ${game} are read` }
  try {
    const found = reader(file)
    if (!found.ok) return found
    const segments = found.segments.map((session) => {
      const said = saidOf(session)
      return { ...session, results: said, digest: digestOf(said) }
    })
    return { ok: true, segments }
  } catch {
    // whatever stumbled over it speaks to programmers
    return { ok: false, code: 'IMPORT_UNREADABLE', reason: 'the file is damaged: it does not look as this game writes it' }
  }
}
