import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { now } from './clock.ts'
import { back } from './connection/connection.ts'
import { LISTS } from './connection/lists.ts'
import { ME_KEY } from './me.ts'
import { useVisit } from './visit.tsx'

/** `session:ID`, `league:ID`, `user:ID`, or a list's own word: `sessions`, `leagues`. */
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
const RETRY_MS = { first: 1000, most: 30_000 } as const
let source: EventSource | null = null
let openFor = ''
/** Up to when what is on screen is known to be fresh, by the server's clock. */
let knownMs: number | null = null
/** The lists' words heard since everybody was last told to ask again. */
const heardOf = new Set<Topic>()
let pending: ReturnType<typeof setTimeout> | undefined
let retryMs: number = RETRY_MS.first

function follow(follower: Follower, client: QueryClient, renderedAt: number): () => void {
  knownMs ??= renderedAt
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
  const wanted = [...new Set([...followers].flatMap(({ topics }) => topics))].toSorted().join(',')
  if (source && wanted === openFor && source.readyState !== EventSource.CLOSED) return
  const isRetry = openFor === wanted
  source?.close()
  source = null
  openFor = wanted
  if (wanted === '') return
  const opened = new EventSource(`/live?topics=${encodeURIComponent(wanted)}&since=${Math.floor(knownMs ?? now() - SLACK_MS)}`)
  knownMs = now() - SLACK_MS
  source = opened
  opened.addEventListener('open', () => {
    retryMs = RETRY_MS.first
    // What changed while nobody listened is unknown: everything on screen asks again.
    if (isRetry) void client.invalidateQueries({ refetchType: 'active' })
  })
  opened.addEventListener('message', (event: MessageEvent<string>) => heard(event.data, client))
  opened.addEventListener('error', () => {
    if (source !== opened) return
    opened.close()
    if (retryMs > RETRY_MS.first) void back()
    // Spread out, so that a restarted server is not met by every tab in the same second.
    connectSoon(client, retryMs * (0.5 + Math.random()))
    retryMs = Math.min(retryMs * 2, RETRY_MS.most)
  })
}

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
    predicate: (query) => lists.some((topic) => declares(query, topic) || LISTS[topic]?.includes(String(query.queryKey[0])) === true),
  })
}

function isAbout(query: Query, topic: Topic): boolean {
  // A `user:` topic is heard by that user alone, so what this browser keeps as `me` is about it.
  if (topic.startsWith('user:') && query.queryKey[0] === ME_KEY[0]) return true
  if (declares(query, topic)) return true
  const key = JSON.stringify(query.queryKey)
  const ids = [...followers].filter(({ topics, of }) => of !== '' && topics.includes(topic)).map(({ of }) => of)
  return [topic.slice(topic.indexOf(':') + 1), ...ids].some((id) => key.includes(id))
}

const declares = (query: Query, topic: Topic): boolean => {
  const declared = query.meta?.topics
  return Array.isArray(declared) && declared.includes(topic)
}
