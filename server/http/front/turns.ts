export type Turns = { readonly take: <T>(work: () => Promise<T>) => Promise<T> }

/** Work of which `most` is done at once; `mostWaiting` more waits its turn, each at most `waitMs`. Beyond that nobody is kept waiting in vain: 503. */
export function turns({ most, mostWaiting, waitMs }: { readonly most: number; readonly mostWaiting: number; readonly waitMs: number }): Turns {
  const waiting = new Set<() => void>()
  let working = 0
  const turn = async (): Promise<void> => {
    if (working < most) return void working++
    if (waiting.size >= mostWaiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.add(resolve)
    const timer = setTimeout(() => {
      waiting.delete(resolve)
      reject(busy())
    }, waitMs)
    await promise
    clearTimeout(timer)
  }
  const pass = (): void => {
    const [next] = waiting
    if (!next) return void working--
    // the place goes over as it is, so that nobody slips in between
    waiting.delete(next)
    next()
  }
  return {
    take: async (work) => {
      await turn()
      try {
        return await work()
      } finally {
        pass()
      }
    },
  }
}

const busy = (): Error => Object.assign(new Error('busy'), { statusCode: 503 })
