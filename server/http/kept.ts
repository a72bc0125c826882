import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Hearing } from './notices.ts'

/** One finished public answer, compressed once, with its tag: ready to send any number of times. */
export type KeptAnswer = {
  readonly status: number
  readonly type: string
  readonly gzip: Buffer
  readonly etag: string
  /** For the few who take no gzip: kept answers are many, so only the small form stays in memory. */
  readonly body: () => Buffer
  /** The call it answers, for metrics and logs. */
  readonly call: string
}

export type Kept = {
  readonly get: (key: string) => KeptAnswer | undefined
  /** Notes where the notices stand before an answer is worked out. */
  readonly begin: () => number
  /** Keeps the answer under all its keys unless one of its topics was notified since `begun`; says whether it did. */
  readonly put: (keys: readonly string[], topics: readonly string[], answer: KeptAnswer, begun: number) => boolean
  /** Works out what many ask for at once only once; who came later than a change that matters gets a newer answer. */
  readonly once: <T>(key: string, work: () => Promise<Worked<T>>) => Promise<T>
  readonly drop: (topics: readonly string[]) => void
  readonly dropAll: () => void
  /**
   * While this process cannot hear notices, what is kept is put aside and nothing is added: nothing stale can be shown. Cut off from the
   * database altogether it goes on showing what it has.
   */
  readonly hearing: (state: Hearing) => void
  readonly size: () => number
  readonly bytes: () => number
}
/** `shared`: whoever asked meanwhile may have it too. */
export type Worked<T> = { readonly value: T; readonly shared: boolean }

const MOST = 20_000
const MOST_BYTES = 96 * 1024 * 1024

type Held = { readonly answer: KeptAnswer; readonly topics: readonly string[]; readonly bytes: number }

export function keptAnswers(): Kept {
  const answers = new Map<string, Held>()
  const byTopic = new Map<string, Set<string>>()
  const lastNotice = new Map<string, number>()
  const working = new Map<string, Promise<Worked<unknown>>>()
  let bytes = 0
  let notices = 0
  let lastAll = 0
  let state: Hearing = 'no'

  const remove = (key: string): void => {
    const held = answers.get(key)
    if (!held) return
    bytes -= held.bytes
    answers.delete(key)
    for (const topic of held.topics) {
      const keys = byTopic.get(topic)
      keys?.delete(key)
      if (keys?.size === 0) byTopic.delete(topic)
    }
  }
  const hold = (key: string, held: Held): void => {
    remove(key)
    while (answers.size > 0 && (answers.size >= MOST || bytes + held.bytes > MOST_BYTES)) remove(answers.keys().next().value!)
    answers.set(key, held)
    bytes += held.bytes
    for (const topic of held.topics) {
      const keys = byTopic.get(topic)
      if (keys) keys.add(key)
      else byTopic.set(topic, new Set([key]))
    }
  }
  const dropAll = (): void => {
    answers.clear()
    byTopic.clear()
    lastNotice.clear()
    bytes = 0
    lastAll = ++notices
  }
  const once = async <T>(key: string, work: () => Promise<Worked<T>>): Promise<T> => {
    if (state === 'no') return (await work()).value
    for (let tries = 0; tries < 3; tries++) {
      const running = working.get(key) as Promise<Worked<T>> | undefined
      if (!running) break
      const { value, shared } = await running
      if (shared) return value
    }
    const own = work()
    working.set(key, own)
    try {
      return (await own).value
    } finally {
      if (working.get(key) === own) working.delete(key)
    }
  }
  return {
    get: (key) => (state !== 'no' ? answers.get(key)?.answer : undefined),
    begin: () => notices,
    put: (keys, topics, answer, begun) => {
      // an answer that names no topic could never be dropped
      if (state !== 'yes' || topics.length === 0 || begun < lastAll || topics.some((topic) => (lastNotice.get(topic) ?? 0) > begun)) return false
      const own = [...new Set(topics)]
      for (const [index, key] of keys.entries())
        hold(key, { answer, topics: own, bytes: 200 + key.length + own.length * 60 + (index === 0 ? answer.gzip.length : 0) })
      return true
    },
    once,
    drop: (topics) => {
      notices++
      if (lastNotice.size > MOST) dropAll()
      for (const topic of topics) {
        lastNotice.set(topic, notices)
        for (const key of byTopic.get(topic) ?? []) remove(key)
      }
    },
    dropAll,
    hearing: (now) => {
      state = now
      // what is being worked out saw a database of which not everything was heard
      lastAll = ++notices
    },
    size: () => answers.size,
    bytes: () => bytes,
  }
}

export function keepable(status: number, type: string, text: string | Uint8Array, call: string): KeptAnswer {
  const body = Buffer.from(text)
  const gzip = gzipSync(body, { level: 6 })
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, type, gzip, etag, call, body: () => gunzipSync(gzip) }
}
