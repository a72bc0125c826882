import { sql } from 'kysely'
import type { CommandContract, ReplyOf, SentOf } from '#core/contract.ts'
import { ok, type Result } from '#core/result.ts'
import { protestsWork } from '#modules/protests/contract/jobs.ts'
import { change } from '#server/db/change.ts'
import type { Db } from '#server/db/connect.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { aheadOf } from '#server/jobs/ahead.ts'
import type { JobContext, Jobs } from '#server/room.ts'
import type { Running } from '#server/start.ts'
import type { Caller } from './door.ts'

/** Without any answer but 503 for so long, something else is wrong than a busy machine. */
const PATIENCE_MS = 300_000

/**
 * Sends a command until it is answered: 503 says that the machine is busy, and whether it was done meanwhile is seen the next time.
 * `already` are the refusals that say so; then the answer is `null`. What names a version is read anew each time.
 */
export async function surely<C extends CommandContract>(
  as: Caller,
  contract: C,
  target: () => Promise<Parameters<Caller['send']>[1]>,
  body: SentOf<C>,
  already: readonly string[] = [],
): Promise<ReplyOf<C> | null> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const reply = await as.send(contract, await target(), body)
    if (reply.status === 200) return reply.body
    const { code } = reply.body
    if (code && already.includes(code)) return null
    const isBusy = code === 'UNAVAILABLE' || code === 'VERSION_CONFLICT' || code === 'RATE_LIMIT_EXCEEDED'
    if (!isBusy || performance.now() > until) throw new Error(`${contract.name} was refused: ${reply.status} ${JSON.stringify(reply.body)}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The same for what goes to the database itself. */
export async function patiently<T>(act: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await act()
    } catch (fault) {
      if (!isUnavailable(fault) || performance.now() > until) throw fault
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

type Act = (context: JobContext) => Promise<Result<unknown> | void>
type Cause = { readonly command?: string; readonly requestId?: string; readonly now?: Date }

/** A change that no call makes, as a worker makes it: what a job does, a race host's report, another room. */
export function byHand({ running: { machine } }: { readonly running: Running }, act: Act, cause: Cause = {}): Promise<Result<unknown>> {
  const { now = machine.clock(), command = 'test', requestId = 'test' } = cause
  const around = { ...machine, now, publicUrl: machine.config.publicUrl }
  const done = async (context: JobContext): Promise<Result<unknown>> => (await act(context)) ?? ok(null)
  return change(around, { requestId, actorId: null, command, objectId: null }, (context) => done({ ...context, attempt: 1 }))
}

/** What is done once, whoever is killed in between: its act must find what an earlier run of it left half done. */
export async function step(running: Running, name: string, act: () => Promise<void>): Promise<void> {
  if (await isDone(running.machine.db, name)) return
  await act()
  await patiently(() => note(running.machine.db, keyOf(name), new Date()))
}

export const isDone = async (db: Db, name: string): Promise<boolean> =>
  (await patiently(() => db.selectFrom('effects').select('key').where('key', '=', keyOf(name)).executeTakeFirst())) !== undefined

/** The platform's time when something last happened in it. */
export async function lastMoment(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('events').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst()
  return row?.at ?? null
}

const note = (db: Db, key: string, doneAt: Date) =>
  db
    .insertInto('effects')
    .values({ key, done_at: doneAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** When something was begun first; the same for every run that goes on with it. */
export async function begunAt({ machine }: Running, name: string): Promise<Date> {
  const key = keyOf(`${name} begun`)
  await patiently(() => note(machine.db, key, new Date()))
  const { done_at } = await patiently(() => machine.db.selectFrom('effects').select('done_at').where('key', '=', key).executeTakeFirstOrThrow())
  return done_at
}

/** As `timePasses`, once: what waits is moved and the step is noted in one statement. */
export async function timePassesOnce({ machine }: Running, name: string, passedMs: number): Promise<void> {
  const move = sql`
    with noted as (insert into effects (key) values (${keyOf(name)}) on conflict do nothing returning 1)
    update jobs.job set start_after = start_after - make_interval(secs => ${passedMs / 1000})
    where state in ('created', 'retry') and exists (select from noted)`
  await patiently(() => move.execute(machine.db))
}

/** Whether results are final is looked at when their time for protests ends, by the clock they were driven by. */
export async function windowsPass({ machine }: Running): Promise<void> {
  const move = sql`
    update jobs.job j set start_after = c.until from result_confirmations c
    where j.name = ${protestsWork.confirm.name} and j.state in ('created', 'retry') and j.data ->> 'sessionId' = c.session_id::text and c.until < j.start_after`
  await patiently(() => move.execute(machine.db))
}

const keyOf = (name: string): string => `demo-world ${name}`

/** A job as a worker begins it, its work before the transaction done; what it gives back does the rest. */
export async function begun(server: { readonly running: Running }, job: Jobs[string], data: object): Promise<() => Promise<void>> {
  const { machine } = server.running
  const now = machine.clock()
  const act = await aheadOf(job, { ...machine, now, left: new AbortController().signal }, data)
  return async () => void (await byHand(server, async (context) => act?.(context), { now }))
}
