import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Hearing } from './notices.ts'

/** One finished public answer, packed once where that is worth it, with its tag: ready to send any number of times. */
export type CachedAnswer = {
  readonly status: number
  readonly type: string
  /** What is sent. A short one as a text, each byte a letter: it goes out in one piece with its headers, which costs a tenth less. */
  readonly sent: Buffer | string
  /** Whether that is gzip. */
  readonly isPacked: boolean
  readonly etag: string
  /** The memory of all that. */
  readonly heldBytes: number
  /** Of a packed one, for the few who take no gzip: cached answers are many, so only the small form stays in memory. */
  readonly unpacked: () => Buffer
  /** The call it answers, for metrics and logs. */
  readonly call: string
}

/** What is kept, and the memory it takes. */
export type Kept = { readonly heldBytes: number }

export type AnswerCache = {
  /** What a key holds is known by its kind: answers of addresses and of contracts, pages of visitors, pages for many. */
  readonly get: <Found extends Kept = CachedAnswer>(key: string) => Found | undefined
  /** Notes where the notices stand before an answer is worked out. */
  readonly begin: () => number
  /** Whether nothing was notified since `begun` that an answer of these topics could say otherwise. */
  readonly stands: (topics: readonly string[], begun: number) => boolean
  /** Keeps the answer unless one of its topics was notified since `begun`; says whether it did. */
  readonly put: (key: string, topics: readonly string[], answer: Kept, begun: number) => boolean
  /** Another key under which a cached answer is found. */
  readonly also: (key: string, other: string) => void
  /** Works out what many ask for at once only once; who came later than a change that matters gets a newer answer. */
  readonly once: <T>(key: string, work: Work<T>) => Promise<T>
  /**
   * As `once`. Who asks for it in the last seconds of its life has it worked out anew for all, and waits for that no more than the others: `work` is
   * done again, so it knows no moment but its own.
   */
  readonly ahead: <T>(key: string, work: Work<T>) => Promise<T>
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
type Work<T> = () => Promise<Worked<T>>

type DependsOn = (...topics: readonly string[]) => void
/** What whoever answers says of what it is made of. */
export type Keeping = {
  /** Topics that make a cached answer of this query stale; only for queries that anyone may ask. */
  readonly dependsOn: DependsOn
  /** What is the same for all whom it is shown: worked out once, and kept under its key until one of the topics it depends on is notified. */
  readonly kept: <T extends object>(key: string, work: (dependsOn: DependsOn) => Promise<T | null>) => Promise<T | null>
}

const MOST = 20_000
const MOST_BYTES = 96 * 1024 * 1024
const MOST_KEYS = 4
/** The longest an answer is shown without being worked out anew: no notice that went astray leaves an old page standing. */
const LIFE_MS = 30_000
/** Whoever asks so shortly before its end has it worked out anew, for those who come after it. */
const LAST_MS = 5000
/** With its headers it fits into what a socket takes at once. */
const SHORT = 12 * 1024
/** What a key costs beside its letters, and an answer beside its bytes. */
const KEY_BYTES = 200
const TOPIC_BYTES = 100
/** What something takes as it is, by the letters of its text. */
export const BYTES_PER_LETTER = 4

/** Found under all its keys, dropped from all of them at once. */
type Held = {
  readonly keys: string[]
  readonly answer: Kept
  readonly topics: readonly string[]
  readonly endsAtMs: number
  bytes: number
  /** How it is worked out anew; not while that is under way. */
  again: Work<unknown> | null
}

/** `nowMs`: a clock that only goes forward. */
export function answerCache(nowMs: () => number = () => performance.now()): AnswerCache {
  const answers = new Map<string, Held>()
  // the one that was not asked for longest stands first
  const order = new Set<Held>()
  // asked for again and again it stays where it is: most are the one everybody looks at
  let newest: Held | null = null
  const byTopic = new Map<string, Set<Held>>()
  const lastNotice = new Map<string, number>()
  const working = new Map<string, Promise<Worked<unknown>>>()
  let bytes = 0
  let notices = 0
  let lastAll = 0
  let state: Hearing = 'no'

  const remove = (held: Held | undefined): void => {
    if (!held || !order.delete(held)) return
    bytes -= held.bytes
    for (const key of held.keys) answers.delete(key)
    for (const topic of held.topics) {
      const others = byTopic.get(topic)
      others?.delete(held)
      if (others?.size === 0) byTopic.delete(topic)
    }
  }
  const hold = (held: Held): void => {
    for (const key of held.keys) remove(answers.get(key))
    while (order.size > 0 && (order.size >= MOST || bytes + held.bytes > MOST_BYTES)) remove(order.values().next().value)
    for (const key of held.keys) answers.set(key, held)
    order.add(held)
    newest = held
    bytes += held.bytes
    for (const topic of held.topics) {
      const others = byTopic.get(topic)
      if (others) others.add(held)
      else byTopic.set(topic, new Set([held]))
    }
  }
  const stands = (topics: readonly string[], begun: number): boolean =>
    state === 'yes' && begun >= lastAll && topics.every((topic) => (lastNotice.get(topic) ?? 0) <= begun)
  const dropAll = (): void => {
    answers.clear()
    order.clear()
    byTopic.clear()
    lastNotice.clear()
    bytes = 0
    lastAll = ++notices
  }
  // what is done for all counts among nobody's statements
  const forNobody = AsyncLocalStorage.snapshot()
  const worked = async <T>(key: string, work: Work<T>, isAhead: boolean): Promise<T> => {
    const before = answers.get(key)
    const own = work()
    working.set(key, own)
    try {
      const { value } = await own
      const held = answers.get(key)
      // what could not be kept is not tried again before its end
      if (isAhead && held && held !== before) held.again = work
      return value
    } finally {
      if (working.get(key) === own) working.delete(key)
    }
  }
  const renew = (held: Held): void => {
    const { again } = held
    if (!again) return
    held.again = null
    // where that fails, who comes after its end is told
    forNobody(() => worked(held.keys[0]!, again, true)).catch(() => undefined)
  }
  const once = async <T>(key: string, work: Work<T>, isAhead = false): Promise<T> => {
    if (state === 'no') return (await work()).value
    for (let tries = 0; tries < 3; tries++) {
      const running = working.get(key) as Promise<Worked<T>> | undefined
      if (!running) break
      const { value, shared } = await running
      if (shared) return value
    }
    return worked(key, work, isAhead)
  }
  return {
    get: <Found extends Kept>(key: string): Found | undefined => {
      const held = state !== 'no' ? answers.get(key) : undefined
      if (!held) return undefined
      // cut off from the database there is no younger one
      const leftMs = state === 'yes' ? held.endsAtMs - nowMs() : LIFE_MS
      if (leftMs < 0) return undefined
      if (leftMs <= LAST_MS) renew(held)
      if (held !== newest) {
        order.delete(held)
        order.add(held)
        newest = held
      }
      return held.answer as Found
    },
    begin: () => notices,
    stands,
    put: (key, topics, answer, begun) => {
      // an answer that names no topic could never be dropped
      if (topics.length === 0 || !stands(topics, begun)) return false
      const own = [...new Set(topics)]
      hold({
        keys: [key],
        answer,
        topics: own,
        endsAtMs: nowMs() + LIFE_MS,
        again: null,
        bytes: answer.heldBytes + KEY_BYTES + key.length + own.length * TOPIC_BYTES,
      })
      return true
    },
    also: (key, other) => {
      const held = answers.get(key)
      if (!held || answers.has(other) || held.keys.length >= MOST_KEYS) return
      held.keys.push(other)
      answers.set(other, held)
      held.bytes += KEY_BYTES + other.length
      bytes += KEY_BYTES + other.length
    },
    once,
    ahead: (key, work) => once(key, work, true),
    drop: (topics) => {
      notices++
      if (lastNotice.size > MOST) dropAll()
      for (const topic of topics) {
        lastNotice.set(topic, notices)
        for (const held of byTopic.get(topic) ?? []) remove(held)
      }
    },
    dropAll,
    hearing: (now) => {
      state = now
      // what is being worked out saw a database of which not everything was heard
      lastAll = ++notices
    },
    size: () => order.size,
    bytes: () => bytes,
  }
}

type Thing<T> = Kept & { readonly thing: T }

export const keptIn =
  (answers: AnswerCache): Keeping['kept'] =>
  async <T extends object>(name: string, work: (dependsOn: DependsOn) => Promise<T | null>) => {
    const key = `thing ${name}`
    const workOut = async (): Promise<Worked<T | null>> => {
      const begun = answers.begin()
      const topics: string[] = []
      const thing = await work((...more) => void topics.push(...more))
      if (!thing) return { value: null, shared: answers.stands(topics, begun) }
      const held: Thing<T> = { thing, heldBytes: BYTES_PER_LETTER * JSON.stringify(thing).length }
      return { value: thing, shared: answers.put(key, topics, held, begun) }
    }
    return answers.get<Thing<T>>(key)?.thing ?? (await answers.once(key, workOut))
  }

export function cacheable(status: number, type: string, text: string | Uint8Array, call: string): CachedAnswer {
  const body = Buffer.from(text)
  const isPacked = isWorthPacking(body)
  const bytes = isPacked ? gzipSync(body, { level: 6 }) : body
  const sent = bytes.length < SHORT ? bytes.toString('latin1') : apart(bytes)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, type, sent, isPacked, heldBytes: bytes.length, etag, call, unpacked: () => gunzipSync(bytesOf(sent)) }
}

/** It was packed into memory that is larger than what came of it: only the part that is needed is kept. */
const apart = ({ buffer, byteOffset, length }: Buffer): Buffer => Buffer.from(buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer)

export const bytesOf = (sent: CachedAnswer['sent']): Buffer => (typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent)

/** A smaller one is one packet either way, and what packs takes longer to set up than to send it as it is. */
export const isWorthPacking = ({ length }: { readonly length: number }): boolean => length >= 1400
