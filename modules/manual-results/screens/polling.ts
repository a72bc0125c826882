/** calls-and-constants.md §9: polling after publish every 10000 ms, at most three times. */
export const POLL = { everyMs: 10_000, attempts: 3 } as const

/** Loads the published results; while there are none it asks again, three times at most. Then, or as soon as there are some, the race is over. */
export async function loadPublished(
  load: () => Promise<{ readonly results: readonly unknown[] }>,
  end: () => void,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  for (let polls = 0; ; polls++) {
    const found = await load().catch(() => null)
    if ((found && found.results.length > 0) || polls === POLL.attempts) return end()
    await wait(POLL.everyMs)
  }
}
