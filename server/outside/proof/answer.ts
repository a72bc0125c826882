/** For the whole of an answer, headers and body. */
const ANSWER_MS = 5000
/** Real answers have some hundred bytes. */
const MOST_BYTES = 16_384

export type Answer = { readonly isOk: boolean; readonly text: string }

/** Asks a platform something: an answer that came whole, in time and no longer than such answers are; else `null`. */
export async function answerOf(ask: typeof fetch, url: string, init: RequestInit): Promise<Answer | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let isOk: boolean
  try {
    const answer = await ask(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
    isOk = answer.ok
    // leaving the loop lets go of the connection
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length
      if (bytes > MOST_BYTES) return null
      chunks.push(chunk)
    }
  } catch {
    return null
  }
  return { isOk, text: Buffer.concat(chunks).toString() }
}
