import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ME_KEY } from './me.ts'

/** `session:ID`, `league:ID`, `user:ID`. */
export type Topic = string

/**
 * Keeps what is on screen fresh: while mounted, a change of one of the topics makes the queries about it ask again. A query is about a
 * topic when its parameters hold the topic's id, or its `meta.topics` names the topic. All parts of a page share one connection.
 */
export function useLive(topics: readonly Topic[]): void {
  const client = useQueryClient()
  const wanted = topics.toSorted().join(',')
  useEffect(() => {
    if (wanted === '') return
    return follow(wanted.split(',') as Topic[], client)
  }, [wanted, client])
}

const watchers = new Map<Topic, number>()
const RETRY_MS = { first: 1000, most: 30_000 } as const
let source: EventSource | null = null
let openFor = ''
let pending: ReturnType<typeof setTimeout> | undefined
let retryMs: number = RETRY_MS.first

function follow(topics: readonly Topic[], client: QueryClient): () => void {
  for (const topic of topics) watchers.set(topic, (watchers.get(topic) ?? 0) + 1)
  connectSoon(client)
  return () => {
    for (const topic of topics) {
      const left = (watchers.get(topic) ?? 1) - 1
      if (left > 0) watchers.set(topic, left)
      else watchers.delete(topic)
    }
    connectSoon(client)
  }
}

/** The parts of a page mount and leave one by one; one connection a moment later serves them all. */
function connectSoon(client: QueryClient, afterMs = 50): void {
  clearTimeout(pending)
  pending = setTimeout(() => connect(client), afterMs)
}

function connect(client: QueryClient): void {
  const wanted = [...watchers.keys()].toSorted().join(',')
  if (source && wanted === openFor && source.readyState !== EventSource.CLOSED) return
  const isRetry = openFor === wanted
  source?.close()
  source = null
  openFor = wanted
  if (wanted === '') return
  const opened = new EventSource(`/live?topics=${encodeURIComponent(wanted)}`)
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
    // Spread out, so that a restarted server is not met by every tab in the same second.
    connectSoon(client, retryMs * (0.5 + Math.random()))
    retryMs = Math.min(retryMs * 2, RETRY_MS.most)
  })
}

function heard(data: string, client: QueryClient): void {
  const { topics = [] } = JSON.parse(data) as { readonly topics?: readonly Topic[] }
  void client.invalidateQueries({ predicate: (query) => topics.some((topic) => isAbout(query, topic)) })
}

function isAbout(query: Query, topic: Topic): boolean {
  // A `user:` topic is heard by that user alone, so what this browser keeps as `me` is about it.
  if (topic.startsWith('user:') && query.queryKey[0] === ME_KEY[0]) return true
  const declared = query.meta?.topics
  if (Array.isArray(declared) && declared.includes(topic)) return true
  return JSON.stringify(query.queryKey).includes(topic.slice(topic.indexOf(':') + 1))
}
