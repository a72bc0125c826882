import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../room.ts'

export type LiveBus = {
  readonly tell: (topics: readonly string[]) => void
  /** Everybody asks again for what they show: some notice may have been missed. */
  readonly tellAll: () => void
  /** Listens to topics; what was told of them after `sinceMs` is told at once, all of it where that is too long ago to know. */
  readonly open: (topics: ReadonlySet<string>, sinceMs: number | null, send: (data: string) => void) => () => void
  readonly size: () => number
  /** The process ends: whoever waits for news is told that there is none. */
  readonly closeAll: () => void
  readonly isClosed: () => boolean
}

type Listener = { readonly topics: ReadonlySet<string>; readonly send: (data: string) => void }

/** Topics whose last change is remembered; beyond that, whoever asks is told that anything may have changed. */
const MOST_REMEMBERED = 20_000

export function liveBus(clock: () => Date): LiveBus {
  const listeners = new Set<Listener>()
  // a page is drawn, kept, sent, and only then listens: what happened since must reach it, and nothing else, for each look costs a question
  const lastTold = new Map<string, number>()
  let sinceMs = clock().getTime()
  let closed = false
  const forget = (): void => {
    lastTold.clear()
    sinceMs = clock().getTime()
  }
  return {
    tell: (topics) => {
      const atMs = clock().getTime()
      if (lastTold.size > MOST_REMEMBERED) forget()
      for (const topic of topics) lastTold.set(topic, atMs)
      for (const listener of listeners) {
        const wanted = topics.filter((topic) => listener.topics.has(topic))
        if (wanted.length > 0) listener.send(JSON.stringify({ topics: wanted }))
      }
    },
    tellAll: () => {
      forget()
      for (const listener of listeners) listener.send(JSON.stringify({ topics: [...listener.topics] }))
    },
    open: (topics, wantedMs, send) => {
      const listener = { topics, send }
      listeners.add(listener)
      if (wantedMs !== null) {
        const missed = [...topics].filter((topic) => wantedMs < sinceMs || (lastTold.get(topic) ?? -Infinity) >= wantedMs)
        if (missed.length > 0) send(JSON.stringify({ topics: missed }))
      }
      return () => listeners.delete(listener)
    },
    size: () => listeners.size,
    closeAll: () => {
      closed = true
      for (const listener of listeners) listener.send('{"topics":[]}')
      listeners.clear()
    },
    isClosed: () => closed,
  }
}

const MOST_TOPICS = 40
const KEEP_ALIVE_MS = 20_000

/** `GET /live?topics=session:ID,league:ID&since=MS`: server-sent events naming the topics that changed, those since a moment included; a `user:` topic only to that user. */
export function liveDoor(app: FastifyInstance, bus: LiveBus, actorOf: (request: FastifyRequest) => Promise<Actor>): void {
  app.get('/live', async (request: FastifyRequest<{ Querystring: { topics?: string; since?: string } }>, reply: FastifyReply) => {
    const actor = await actorOf(request)
    const own = actor.kind === 'user' ? `user:${actor.userId}` : null
    const asked = String(request.query.topics ?? '')
      .split(',')
      .slice(0, MOST_TOPICS)
    const topics = new Set(asked.filter((topic) => /^[a-z-]+(:[0-9a-f-]{36})?$/.test(topic) && (!topic.startsWith('user:') || topic === own)))
    if (request.method === 'HEAD') return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send()
    reply.hijack()
    const headers = Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]))
    reply.raw.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    })
    reply.raw.write('retry: 1000\n\n')
    const since = /^\d{10,15}$/.test(request.query.since ?? '') ? Number(request.query.since) : null
    const close = bus.open(topics, since, (data) => reply.raw.write(`data: ${data}\n\n`))
    const alive = setInterval(() => reply.raw.write(': alive\n\n'), KEEP_ALIVE_MS)
    const end = (): void => {
      clearInterval(alive)
      close()
    }
    request.raw.on('close', end)
    // who left while we asked who it is has closed already, and nothing would tell us again
    if (request.raw.socket.destroyed) end()
  })
}
