import { isRefusal, type RefusalError } from '../http.ts'
import { currentTrouble, show } from './connection.ts'

/** After so many times the reader is told, and sends it again when they like. */
const MOST_TIMES = 4
let waiting = 0

/** Sends it again at the moment that a busy server has named, and again; meanwhile the page says so. */
export async function sendAgain(send: () => Promise<unknown>, refusal: RefusalError): Promise<unknown> {
  for (let times = 1, said: unknown = refusal; ; times++) {
    // what another server does not answer, as Steam's, has no moment
    const seconds = isRefusal(said, 'UNAVAILABLE') ? Number(said.params['retryAfterSeconds'] ?? 0) : 0
    if (seconds === 0 || times === MOST_TIMES) throw said
    await until(seconds * 1000)
    try {
      return await send()
    } catch (fault) {
      said = fault
    }
  }
}

async function until(ms: number): Promise<void> {
  waiting++
  if (!currentTrouble()) show('busy')
  // never sooner than it was told, and spread out: what was sent at once does not come back at once
  await new Promise((resolve) => setTimeout(resolve, ms * (1 + Math.random() / 2)))
  if (--waiting === 0 && currentTrouble() === 'busy') show(null)
}
