import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** One finished public answer: body, its compressed form and its tag, ready to send any number of times. */
export type KeptAnswer = { readonly status: number; readonly type: string; readonly body: Buffer; readonly gzip: Buffer; readonly etag: string }

export type Kept = {
  readonly get: (key: string) => KeptAnswer | undefined
  /** Notes where the notices stand before an answer is worked out. */
  readonly begin: () => number
  /** Keeps the answer unless one of its topics was notified since `begun`. */
  readonly put: (key: string, topics: readonly string[], answer: KeptAnswer, begun: number) => void
  readonly drop: (topics: readonly string[]) => void
  readonly dropAll: () => void
  /** Off while this process cannot hear notices: then nothing is kept and nothing stale can be shown. */
  readonly hearing: (on: boolean) => void
  readonly size: () => number
}

const MOST = 5000

export function keptAnswers(): Kept {
  const answers = new Map<string, { readonly answer: KeptAnswer; readonly topics: readonly string[] }>()
  const byTopic = new Map<string, Set<string>>()
  const lastNotice = new Map<string, number>()
  let notices = 0
  let lastAll = 0
  let on = false

  const remove = (key: string): void => {
    for (const topic of answers.get(key)?.topics ?? []) byTopic.get(topic)?.delete(key)
    answers.delete(key)
  }
  const dropAll = (): void => {
    answers.clear()
    byTopic.clear()
    lastNotice.clear()
    lastAll = ++notices
  }
  return {
    get: (key) => (on ? answers.get(key)?.answer : undefined),
    begin: () => notices,
    put: (key, topics, answer, begun) => {
      if (!on || begun < lastAll || topics.some((topic) => (lastNotice.get(topic) ?? 0) > begun)) return
      remove(key)
      if (answers.size >= MOST) remove(answers.keys().next().value!)
      answers.set(key, { answer, topics })
      for (const topic of topics) byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(key))
    },
    drop: (topics) => {
      notices++
      if (lastNotice.size > MOST) dropAll()
      for (const topic of topics) {
        lastNotice.set(topic, notices)
        for (const key of byTopic.get(topic) ?? []) remove(key)
        byTopic.delete(topic)
      }
    },
    dropAll,
    hearing: (state) => {
      on = state
      dropAll()
    },
    size: () => answers.size,
  }
}

export function keepable(status: number, type: string, text: string): KeptAnswer {
  const body = Buffer.from(text)
  return { status, type, body, gzip: gzipSync(body, { level: 6 }), etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
