import { fillPath, type Contract } from '#core/contract.ts'
import { newId } from '#server/db/change.ts'
import { ROOMS } from '#server/registry.ts'
import { whileBusy } from '#testing/door.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import type { Asker } from './askers.ts'
import type { Strangers } from './people.fixture.ts'
import type { LeagueWorld } from './world.fixture.ts'

export const CONTRACTS: ReadonlyMap<string, Contract> = new Map(
  ROOMS.flatMap(({ name, contracts }) => Object.entries(contracts).map(([key, contract]) => [`${name}.${key}`, contract] as const)),
)

export type Answer = { readonly status: number; readonly text: string; readonly code: string }
/** What a call is asked with: path parameters, query string and body in one. */
export type Asked = { readonly at?: Readonly<Record<string, unknown>>; readonly body?: object }

/** Somebody who asks, with the ids of what is their own. */
export type Self = {
  readonly asker: Asker
  readonly person: Person | null
  readonly loginSession: string
  readonly anothersSession: string
  readonly anothersNotification: string
}
export type World = {
  readonly server: TestServer
  readonly own: LeagueWorld
  readonly foreign: LeagueWorld
  readonly others: Strangers
  readonly selves: Readonly<Record<Asker, Self>>
}

type Owned = { readonly id: string; readonly user_id: string }

export async function selvesOf(server: TestServer, own: LeagueWorld, strangers: Strangers): Promise<World['selves']> {
  const { pool } = server.running.machine
  const { rows: sessions } = await pool.query<Owned>('select id, user_id from login_sessions')
  const { rows: notifications } = await pool.query<Owned>('select id, user_id from notifications where read_at is null')
  const people: Partial<Record<Asker, Person>> = { ...own.cast, ...strangers }
  const self = (asker: Asker): Self => {
    const one = people[asker] ?? null
    const isOwn = (row: Owned): boolean => row.user_id === one?.id
    return {
      asker,
      person: one,
      loginSession: sessions.find(isOwn)?.id ?? newId(),
      anothersSession: sessions.find((row) => !isOwn(row))!.id,
      anothersNotification: notifications.find((row) => !isOwn(row))!.id,
    }
  }
  return Object.fromEntries(
    (['visitor', 'host', 'otherHost', ...Object.keys(people)] as Asker[]).map((asker) => [asker, self(asker)]),
  ) as World['selves']
}

/** Asks as a program would: the answer byte for byte. */
export async function ask(world: World, self: Self, contract: Contract, { at = {}, body = {} }: Asked): Promise<Answer> {
  const { path, rest } = fillPath(contract.path, { v: 1, ...at })
  const { v: _, ...more } = rest
  const search = contract.method === 'GET' ? new URLSearchParams(Object.entries(more).map(([name, value]) => [name, String(value)])) : null
  return send(world, self, search && search.size > 0 ? `${path}?${search}` : path, contract.method === 'GET' ? undefined : JSON.stringify(body))
}

export async function send({ server, own, foreign }: World, self: Self, path: string, body?: string): Promise<Answer> {
  const token = self.asker === 'host' ? own.host.token : self.asker === 'otherHost' ? foreign.host.token : null
  // nothing is packed only to be unpacked here
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const by = self.person?.as ?? server.visitor
  const reply = await whileBusy(() => by.fetch(path, { headers, ...(body === undefined ? {} : { method: 'POST', body }) }))
  // a file for ACC is UTF-16: its letters without the zeros between them
  const text = (await reply.text()).replaceAll('\u0000', '')
  return { status: reply.status, text, code: reply.status === 200 ? 'ok' : codeOf(reply.status, text) }
}

function codeOf(status: number, text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? String(status)
  } catch {
    return String(status)
  }
}

const AT_ONCE = 8

/** Does all, some at once. */
export async function each<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = []
  let next = 0
  const work = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) done[index] = await act(items[index]!)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return done
}

const others = new Map<string, string>()
const otherFor = (id: string): string => others.get(id) ?? others.set(id, newId()).get(id)!

/** The same with other ids, each the same one everywhere: nothing of it exists. */
export function missing<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, otherFor) as T
  if (Array.isArray(value)) return value.map(missing) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, missing(one as unknown)])) as T
}
