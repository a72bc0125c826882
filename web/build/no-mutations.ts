import type { Plugin } from 'vite'

const PART = /\/query-core\/build\/modern\/mutationCache\.js$/
export const MARK = 'mutations are left out of the build'

/**
 * Commands are sent by `useSend` (web/kit/send.ts), which keeps its state itself: what the query library has for changes is 2.5 kB that every
 * page would load and none uses. Of it stays what its client calls of its own accord.
 */
export const noMutations = (): Plugin => ({
  name: 'no-mutations',
  enforce: 'pre',
  load: (id) =>
    PART.test(id)
      ? `/*! ${MARK} */ export class MutationCache { clear() {} findAll() { return [] } resumePausedMutations() { return Promise.resolve() } }`
      : null,
})
