import { parentPort } from 'node:worker_threads'

/** A thread of the tests: answers, never answers, dies, or takes all memory there is. */
parentPort?.on('message', (task: 'answer' | 'hang' | 'throw' | 'exit' | 'eat') => {
  if (task === 'throw') throw new Error('as told')
  if (task === 'exit') process.exit(1)
  if (task === 'eat') for (const eaten: number[][] = []; ;) eaten.push(Array.from({ length: 1000 }, Math.random))
  if (task === 'hang') for (;;);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(`${task}ed`)
})
