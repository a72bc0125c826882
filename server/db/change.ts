import { randomInt, randomUUID } from 'node:crypto'
import { order, type About, type Fact, type PlainObject } from '#core/joint.ts'
import type { Id } from '#core/ids.ts'
import type { Result, Verdict } from '#core/result.ts'
import { eraseEverywhere } from '../personal/personal.ts'
import type { AtOnce, AtTheEnd, ChangeContext, Later, Room } from '../room.ts'
import type { Files } from '../outside/files.ts'
import type { Sealer } from '../outside/seal.ts'
import type { Db, Tx } from './connect.ts'
import { askingOf, questionsOf } from './statements/follows.ts'
import { lately } from './statements/lately.ts'
import { seal } from './statements/sealed.ts'
import { inLine } from './line/line.ts'

/** Who changes what, for the event log and the audit. */
export type Cause = {
  readonly requestId: string
  readonly actorId: string | null
  readonly command: string
  readonly objectId: string | null
  /** Work of the platform itself or of a race host: where it changed nothing worth an event there is nothing to audit, however often it says that it is alive. */
  readonly byItself?: true
}

export type Recorded = { readonly fact: Fact; readonly data: PlainObject; readonly about: About }
type Change<T> = { readonly result: Result<T>; readonly topics: readonly string[]; readonly events: readonly number[]; readonly begin?: () => void }

/** Told of every commit before its answer goes out; tells this process's cached answers and all other processes. `events`: their numbers. */
export type Changed = (topics: readonly string[], events: readonly number[]) => void

/** What a change needs of the process it runs in. */
export type Around = {
  readonly db: Db
  readonly now: Date
  readonly enqueue: Enqueue
  readonly changed: Changed
  readonly sealer: Sealer
  readonly files: Files
  readonly publicUrl: string
  /** For what they do within the changes of others. */
  readonly rooms: readonly Room[]
}

/** Puts jobs into the caller's transaction. What it gives is called once that has committed: they begin at once, not when they are found. */
export type Enqueue = (tx: Tx, works: readonly Later[]) => Promise<() => void>

/** Counts what this process has minted, from anywhere. */
let minted = randomInt(2 ** 25)

/** A UUID of version 7: the time first, so that new rows lie together; then the order in which this process minted them; the rest is chance. */
export function newId<K extends string>(now: Date = new Date()): Id<K> {
  minted = (minted + 1) % 2 ** 26
  const time = now.getTime().toString(16).padStart(12, '0')
  const order = `7${(minted >>> 14).toString(16).padStart(3, '0')}-${(0x8000 | (minted & 0x3fff)).toString(16)}`
  return `${time.slice(0, 8)}-${time.slice(8)}-${order}${randomUUID().slice(23)}` as Id<K>
}

/**
 * One change in one transaction: rows, their events, the audit row and jobs commit together or not at all; then all processes are told.
 * A refusal rolls everything back (unless it `keeps`) and leaves one audit row; deadlocks and serialization failures are tried again.
 * Many who change the same at once stand in line for it before they have a connection.
 */
export const change = <T>(around: Around, cause: Cause, act: (context: ChangeContext) => Promise<Result<T>>): Promise<Result<T>> =>
  inLine(around.db, cause.objectId, () => changeAtLast(around, cause, act))

async function changeAtLast<T>(around: Around, cause: Cause, act: (context: ChangeContext) => Promise<Result<T>>): Promise<Result<T>> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { result, topics, events, begin } = await changeOnce(around, cause, act, attempt === 1)
      if (topics.length > 0 || events.length > 0) around.changed(topics, events)
      begin?.()
      return result
    } catch (fault) {
      if (!isTransient(fault) || attempt === 4) throw fault
    }
  }
}

const REFUSED = Symbol('refused')

async function changeOnce<T>(
  around: Around,
  cause: Cause,
  act: (context: ChangeContext) => Promise<Result<T>>,
  isFirst: boolean,
): Promise<Change<T>> {
  const { db, now, sealer } = around
  let refusal: Result<T> | undefined
  const sent: Promise<unknown>[] = []
  try {
    return await db.transaction().execute(async (tx) => {
      const events: Recorded[] = []
      const told: string[] = []
      const works: Later[] = []
      const lasts = new Map<AtTheEnd, unknown[]>()
      const answered = new Set<string>()
      const atOnce: AtOnce = (fact, known, send) => {
        // where something followed a moment ago it does so again: that is asked when this is sealed
        const asked = lately.hasFollowed(db, cause.objectId, now) ? [] : [{ fact: fact as Fact, data: known as PlainObject }]
        const questions = questionsOf(around.rooms, asked)
        for (const key of questions.keys()) answered.add(key)
        for (const statement of send(askingOf(around.rooms, fact as Fact, questions))) sent.push(heeded(statement))
      }
      const context: ChangeContext = {
        tx,
        now,
        newId: () => newId(now),
        record: (fact, data) => void events.push({ fact: fact as Fact, data, about: fact.about(data) }),
        tell: (...topics) => void told.push(...topics),
        atOnce: isFirst ? atOnce : null,
        later: (job, data, when) => void works.push({ ...order(job, data), ...when }),
        last: (act, item) => void lasts.set(act, [...(lasts.get(act) ?? []), item]),
        erase: (userId) => eraseEverywhere(around.rooms, context, userId),
        sealer,
        files: around.files,
        publicUrl: around.publicUrl,
      }
      const result = await act(context)
      if (!result.ok) {
        refusal = result
        if (!result.keeps) throw REFUSED
        await auditRefusal(tx, cause, now, result)
        return { result, topics: [], events: [] }
      }
      // what is done last may be a fact that somebody listens to
      for (let met = 0; met < events.length || lasts.size > 0;) {
        const may = await allWithin(around.rooms, context, events, met)
        if (may !== true) {
          refusal = may
          throw REFUSED
        }
        met = events.length
        await allLast(context, lasts)
      }
      const topics = [...new Set([...events.flatMap(({ about }) => about.topics), ...told])]
      // what was sent at once stands where nothing follows
      const questions = new Map([...questionsOf(around.rooms, events)].filter(([key]) => !answered.has(key)))
      const isLast = questions.size === 0 && works.length === 0 && !isHeard(around.rooms, events)
      const [{ seqs, found }] = await Promise.all([seal(tx, cause, now, events, questions, isLast), ...sent])
      for (const [key, { follow, of }] of questions) {
        if (found.get(key) === null) continue
        follow.orders(context, found.get(key) as never, of as never)
        lately.followed(db, cause.objectId, now)
      }
      works.push(...heardOf(around.rooms, events, seqs))
      if (works.length === 0) return { result, topics, events: seqs }
      return { result, topics, events: seqs, begin: await around.enqueue(tx, works) }
    })
  } catch (fault) {
    if (fault !== REFUSED || !refusal) {
      // what was sent at once failed before whatever stood behind it
      const first = (await Promise.allSettled(sent)).find((one) => one.status === 'rejected')
      throw first ? asRefused(first.reason) : fault
    }
    await auditRefusal(db, cause, now, refusal)
    return { result: refusal, topics: [], events: [] }
  }
}

/** What a constraint refuses was not as it was taken to be: whoever waits for answers sees what it was. */
const asRefused = (fault: unknown): unknown =>
  (fault as { code?: string }).code?.startsWith('23') ? Object.assign(meanwhile('not as it was taken to be'), { cause: fault }) : fault

/** One that is not waited for at once: what becomes of it is looked at later. */
function heeded<T>(statement: Promise<T>): Promise<T> {
  statement.catch(() => undefined)
  return statement
}

/** What the rooms do within the change, until one of them says no. What they record is met too: the list grows under the loop. */
async function allWithin(rooms: readonly Room[], context: ChangeContext, events: readonly Recorded[], from: number): Promise<Verdict> {
  for (let at = from; at < events.length; at++) {
    const { fact, data } = events[at]!
    for (const one of rooms.flatMap((room) => room.within ?? [])) {
      if (one.fact !== fact) continue
      const may = (await one.act(context, data as never)) ?? true
      if (may !== true) return may
    }
  }
  return true
}

async function allLast(context: ChangeContext, lasts: Map<AtTheEnd, unknown[]>): Promise<void> {
  const asked = [...lasts]
  lasts.clear()
  for (const [act, items] of asked) await act(context, items as never[])
}

/** What follows from the facts, in the rooms that listen: one job for each event, whose number is its key. */
const heardOf = (rooms: readonly Room[], events: readonly Recorded[], seqs: readonly number[]): readonly Later[] =>
  events.flatMap(({ fact, data }, no) =>
    rooms.flatMap((room) => (room.on ?? []).filter((one) => one.fact === fact).map(({ job }) => ({ job, data, key: `event ${seqs[no]}` }))),
  )

const isHeard = (rooms: readonly Room[], events: readonly Recorded[]): boolean =>
  events.some(({ fact }) => rooms.some((room) => room.on?.some((one) => one.fact === fact)))

/** The audit row of a command that was refused. */
export async function auditRefusal(db: Db | Tx, cause: Cause, now: Date, refusal: Result<unknown>): Promise<void> {
  if (refusal.ok) return
  await db
    .insertInto('audit')
    .values({
      at: now,
      request_id: cause.requestId,
      actor_id: cause.actorId as never,
      command: cause.command,
      object_id: cause.objectId,
      league_id: null,
      outcome: refusal.refusal.code,
    })
    .execute()
}

/** Thrown by a change that finds something it looked at before its lock to be another by now: it is tried again from the beginning. */
export const meanwhile = (what: string): Error => Object.assign(new Error(`${what} meanwhile`), { code: '40001' })

const isTransient = (fault: unknown): boolean => ['40001', '40P01', '0A000'].includes((fault as { code?: string }).code ?? '')
