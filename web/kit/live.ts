import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askedMs, isDrawn } from './ask.ts'
import { now } from './clock.ts'
import { back } from './connection/connection.ts'
import { LISTS } from './connection/lists.ts'
import { ME_KEY } from './me.ts'
import { useVisit } from './visit.tsx'

/** `session:ID`, `league:ID`, `user:ID`, `files:ID` of an event, or a list's own word: `sessions`, `leagues`. */
export type Topic = string

/**
 * Keeps what is on screen fresh: while mounted, a change of one of the topics makes the queries about it ask again. A query is about a
 * topic when its parameters hold the topic's id, or its `meta.topics` names the topic. `of` is the id of a thing that has no topic of its
 * own, a season, a round, a protest: what is asked about it is about all these topics. All parts of a page share one connection.
 */
export function useLive(topics: readonly Topic[], of = ''): void {
  const client = useQueryClient()
  const { renderedAt } = useVisit()
  const wanted = topics.toSorted().join(',')
  useEffect(() => {
    if (wanted === '') return
    return follow({ topics: wanted.split(',') as Topic[], of }, client, renderedAt)
  }, [wanted, of, client, renderedAt])
}

/**
 * In the browser, once: a tab that nobody looks at hears nothing. A browser opens six connections to a server, and a seventh tab that each
 * of the others keeps one from would wait for ever. Looked at again it is told what has changed since.
 */
export function restUnseen(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = (is: boolean): void => {
    resting = is
    connectSoon(client, 0)
  }
  resting = document.hidden
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(rest, REST_AFTER_MS, true)
    else rest(false)
  })
}

/** After a time without the server: what is on screen asks again, once it listens again where it did. */
export function catchUp(client: QueryClient): void {
  if (followers.size > 0 && source?.readyState !== EventSource.OPEN) connectSoon(client, 0)
  else void client.invalidateQueries({ refetchType: 'active' })
}

type Follower = { readonly topics: readonly Topic[]; readonly of: string }

const followers = new Set<Follower>()
/** Our idea of the server's clock may be this wrong. */
const SLACK_MS = 3000
/** Everybody on a list page hears of every change: they ask again spread over this time. */
const SPREAD_MS = 3000
/** Who looks elsewhere for a moment comes back to a page that listens. */
const REST_AFTER_MS = 10_000
const RETRY_MS = { first: 1000, most: 30_000 } as const
let source: EventSource | null = null
let openFor = ''
let resting = false
/** Up to when all is known that was told of a topic, by the server's clock. */
const knownMs = new Map<Topic, number>()
/** Since when the open connection hears, by the same clock; `null` while there is none. */
let hearsMs: number | null = null
/** When the document was drawn. */
let drawnMs = 0
/** The lists' words heard since everybody was last told to ask again. */
const heardOf = new Set<Topic>()
let pending: ReturnType<typeof setTimeout> | undefined
let retryMs: number = RETRY_MS.first

function follow(follower: Follower, client: QueryClient, renderedAt: number): () => void {
  drawnMs ||= renderedAt
  followers.add(follower)
  connectSoon(client)
  return () => {
    followers.delete(follower)
    connectSoon(client)
  }
}

/** The parts of a page mount and leave one by one; one connection a moment later serves them all. */
function connectSoon(client: QueryClient, afterMs = 50): void {
  clearTimeout(pending)
  pending = setTimeout(() => connect(client), afterMs)
}

function connect(client: QueryClient): void {
  const wanted = [...new Set([...followers].flatMap(({ topics }) => topics))].toSorted()
  const words = wanted.join(',')
  if (!resting && source && words === openFor && source.readyState !== EventSource.CLOSED) return
  const isRetry = openFor === words
  source?.close()
  source = null
  openFor = resting ? '' : words
  const since = sinceWhen(wanted, client)
  if (resting || wanted.length === 0) return
  const opened = new EventSource(`/live?topics=${encodeURIComponent(words)}&since=${Math.floor(since)}`)
  source = opened
  opened.addEventListener('open', () => {
    retryMs = RETRY_MS.first
    hearsMs = now()
    // What changed while nobody listened is unknown: everything on screen asks again.
    if (isRetry) void client.invalidateQueries({ refetchType: 'active' })
  })
  opened.addEventListener('message', (event: MessageEvent<string>) => heard(event.data, client))
  opened.addEventListener('error', () => {
    if (source !== opened) return
    opened.close()
    hearsMs = null
    if (retryMs > RETRY_MS.first) void back()
    // Spread out, so that a restarted server is not met by every tab in the same second.
    connectSoon(client, retryMs * (0.5 + Math.random()))
    retryMs = Math.min(retryMs * 2, RETRY_MS.most)
  })
}

/** From when on the next connection has to be told of its topics, that nothing on screen stays as it was. */
function sinceWhen(wanted: readonly Topic[], client: QueryClient): number {
  // what the last one was to be told first may still have been on its way: one that has listened for a while has told all up to a while ago
  if (hearsMs !== null && now() - SLACK_MS > hearsMs) for (const topic of knownMs.keys()) knownMs.set(topic, now() - SLACK_MS)
  hearsMs = null
  for (const topic of knownMs.keys()) if (!wanted.includes(topic)) knownMs.delete(topic)
  for (const topic of wanted) if (!knownMs.has(topic)) knownMs.set(topic, asOf(topic, client))
  return Math.min(...knownMs.values(), now() - SLACK_MS)
}

/** As of when what is on screen of a topic is true that nobody listened to: it may have been asked for long ago, on the last page. */
const asOf = (topic: Topic, client: QueryClient): number =>
  Math.min(
    ...client
      .getQueryCache()
      .findAll({ type: 'active', predicate: (query) => query.state.data !== undefined && isAbout(query, topic) })
      .map((query) => (isDrawn(client, query.queryKey, query.state.data) ? drawnMs : now() - (Date.now() - heldSinceMs(query)) - SLACK_MS)),
    now() - SLACK_MS,
  )

/** No younger than this is what a query holds, by this machine's clock. */
const heldSinceMs = (query: Query): number => askedMs.get(query) ?? query.state.dataUpdatedAt

function heard(data: string, client: QueryClient): void {
  const { topics = [] } = JSON.parse(data) as { readonly topics?: readonly Topic[] }
  const things = topics.filter((topic) => topic.includes(':'))
  if (things.length > 0) void client.invalidateQueries({ predicate: (query) => things.some((topic) => isAbout(query, topic)) })
  const lists = topics.filter((topic) => !topic.includes(':'))
  if (lists.length === 0) return
  if (heardOf.size === 0) setTimeout(askLists, Math.random() * SPREAD_MS, client)
  for (const topic of lists) heardOf.add(topic)
}

function askLists(client: QueryClient): void {
  const lists = [...heardOf]
  heardOf.clear()
  void client.invalidateQueries({
    predicate: (query) => lists.some((topic) => isAbout(query, topic)),
  })
}

function isAbout(query: Query, topic: Topic): boolean {
  // A `user:` topic is heard by that user alone, so what this browser keeps as `me` is about it.
  if (topic.startsWith('user:') && query.queryKey[0] === ME_KEY[0]) return true
  if (declares(query, topic)) return true
  if (!topic.includes(':')) return LISTS[topic]?.includes(String(query.queryKey[0])) === true
  const key = JSON.stringify(query.queryKey)
  const ids = [...followers].filter(({ topics, of }) => of !== '' && topics.includes(topic)).map(({ of }) => of)
  return [topic.slice(topic.indexOf(':') + 1), ...ids].some((id) => key.includes(id))
}

const declares = (query: Query, topic: Topic): boolean => {
  const declared = query.meta?.topics
  return Array.isArray(declared) && declared.includes(topic)
}
