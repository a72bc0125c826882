/**
 * What the platform is held against, as its own process: Fastify and pg, large answers compressed as the platform's are, nothing else. Order:
 * port and database on the command line.
 */
import type { ServerResponse } from 'node:http'
import fastify from 'fastify'
import pg from 'pg'
import { sendJson } from '#server/http/answer.ts'

const [port = '0', url = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
// twenty keys are a long part of an address
const app = fastify({ routerOptions: { maxParamLength: 1000 } })

/** One primary-key read. */
app.get<{ Params: { id: string } }>('/one/:id', async (request, reply) => {
  const { params } = request
  const { rows } = await pool.query({ name: 'one', text: 'select * from sessions where id = $1', values: [params.id] })
  return sendJson(request, reply, 200, rows[0])
})

/** Forty rows out of three tables. */
app.get<{ Params: { id: string } }>('/forty/:id', async (request, reply) => {
  const { params } = request
  const { rows } = await pool.query({
    name: 'forty',
    text: `select e.id, e.v, e.status, e.race_number, e.car_id, e.skin, e.class_id, e.team_name, e.split_no, e.grid_position, e.registered_at, u.id as user_id, u.name, u.country
           from entries e join entry_drivers d on d.entry_id = e.id and d.active join users u on u.id = d.user_id
           where e.session_id = $1 and e.status in ('ACTIVE', 'WAITING_LIST') order by e.registered_at, e.id`,
    values: [params.id],
  })
  return sendJson(request, reply, 200, { rows })
})

/** Drivers by their keys. */
app.get<{ Params: { ids: string } }>('/drivers/:ids', async (request, reply) => {
  const text = 'select id, name, country from users where id = any ($1)'
  const { rows } = await pool.query({ name: 'drivers', text, values: [request.params.ids.split(',')] })
  return sendJson(request, reply, 200, { rows })
})

/** Best laps by their keys, with their drivers. */
app.get<{ Params: { ids: string } }>('/laps/:ids', async (request, reply) => {
  const text = 'select b.*, u.name, u.country from lap_bests b join users u on u.id = b.user_id where b.row_id = any ($1)'
  const { rows } = await pool.query({ name: 'laps', text, values: [request.params.ids.split(',')] })
  return sendJson(request, reply, 200, { rows })
})

/** A counter that stops at its limit. */
app.post<{ Params: { n: string } }>('/counter/:n', async ({ params }) => {
  const { rowCount } = await pool.query({
    name: 'counter',
    text: 'update bench_counters set taken = taken + 1 where n = $1 and taken < most',
    values: [params.n],
  })
  return { taken: rowCount === 1 }
})

/** One row, one commit. */
app.post('/commit', async () => {
  await pool.query({ name: 'commit', text: 'insert into bench_commits (at) values ($1)', values: [new Date()] })
  return { done: true }
})

/** One word to all who listen. */
const streams = new Set<ServerResponse>()
app.get('/streams', (_request, reply) => {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.raw.write('retry: 1000\n\n')
  streams.add(reply.raw)
  reply.raw.on('close', () => streams.delete(reply.raw))
})
app.post('/tell', async () => {
  for (const stream of streams) stream.write('data: {"topics":["tell"]}\n\n')
  return { done: true }
})

await app.listen({ port: Number(port), host: '127.0.0.1' })
