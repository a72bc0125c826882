import { parentPort, workerData } from 'node:worker_threads'
import type { GameId, ResultFile } from '#games/game.ts'
import { parse } from './parse.ts'

// The whole of a worker thread: one file in, what was read out.
const { game, file } = workerData as { readonly game: GameId; readonly file: ResultFile }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(parse(game, file))
