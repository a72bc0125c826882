import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { word, wordLike } from '#core/text.ts'
import { refuse } from '#core/result.ts'
import type { Machine } from '#server/machine.ts'
import { askerOf, type Asker } from '../actor.ts'
import { refused } from '../command-door.ts'
import { dateOf } from '../front/front-door.ts'
import { isCounted, ownerOf } from '../front/limits.ts'
import { malformed } from '../malformed.ts'
import { connectionLimit } from './connection-limit.ts'
import { rightsOf } from './rights.ts'
import { startStream } from './stream.ts'

const MOST_TOPICS = 40
const KEEP_ALIVE_MS = 20_000
/** Open streams: of one person (tabs), of one address (a household, a hall of drivers), of the process. */
const MOST_OF = { user: 20, address: 300 } as const
const MOST = 5000
/** Nobody has so much news: it lies there because nobody reads. */
const MOST_UNREAD = 65_536

const TOPIC = /^[a-z-]+(:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})?$/
const asked = z.object({ topics: word(4000).default(''), since: wordLike(/^\d{0,15}$/).optional() })

/** `GET /live?topics=session:ID,league:ID&since=MS`: server-sent events naming the topics that changed, those since a moment included, of what the asker may see. */
export function liveDoor(app: FastifyInstance, machine: Machine): void {
  const { live: bus, clock, config } = machine
  const look = rightsOf(machine)
  const { take } = connectionLimit(MOST, (key) => (key.startsWith('user') ? MOST_OF.user : MOST_OF.address))

  app.get('/live', async (request, reply) => {
    const query = asked.safeParse(request.query)
    if (!query.success) return refused(machine, request, reply, malformed(query.error))
    if (request.method === 'HEAD') return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send()
    const openedMs = clock().getTime()
    const whoIs = (): Promise<Asker> => askerOf(machine, request)
    const asker = await whoIs()
    const wanted = new Set(
      query.data.topics
        .split(',')
        .slice(0, MOST_TOPICS)
        .filter((topic) => TOPIC.test(topic)),
    )
    const rights = await look(asker.actor, [...wanted])
    const keys = [
      ...(asker.actor.kind === 'user' ? [`user ${asker.actor.userId}`] : []),
      ...(isCounted(config, request.ip) ? [`address ${ownerOf(request.ip)}`] : []),
    ]
    const leave = take(keys, () => end())
    if (!leave) return refused(machine, request, reply, refuse('UNAVAILABLE', { retryAfterSeconds: 30 }))
    const out = begin(reply.header('x-request-id', request.id).header('date', dateOf(clock())))
    const since = Number(query.data.since || Number.NaN)
    // what was told since we looked is told again: between then and now it may have changed who may hear
    const sinceMs = Number.isNaN(since) ? openedMs : Math.min(since, openedMs)
    const write = (text: string): void => {
      if (out.writableLength > MOST_UNREAD) out.destroy()
      else out.write(text)
    }
    const stream = startStream(
      { bus, clock, look, whoIs },
      { asker, rights, sinceMs },
      (topics) => write(`data: ${JSON.stringify({ topics })}\n\n`),
      end,
    )
    const alive = setInterval(() => (stream.isOver() ? end() : write(': alive\n\n')), KEEP_ALIVE_MS)
    request.raw.on('close', end)
    // who left while we asked who it is has closed already, and nothing would tell us again
    if (request.raw.socket.destroyed) end()

    function end(): void {
      clearInterval(alive)
      stream.close()
      leave!()
      out.end()
    }
  })
}

function begin(reply: FastifyReply): ServerResponse {
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
  return reply.raw
}
