import { type RawBuilder, sql } from 'kysely'
import { compiledOnce, type At } from '../built-once.ts'
import type { Cause, Recorded } from '../change.ts'
import type { Tx } from '../connect.ts'
import { answersTo, asksOf, type Question } from './follows.ts'
import { andCommit } from './turns.ts'

type Row = { readonly seqs: readonly number[]; readonly found: readonly unknown[] | null }
type Sealed = { readonly seqs: readonly number[]; readonly found: ReadonlyMap<string, unknown> }
type Questions = ReadonlyMap<string, Question>

/**
 * Events and audit of a change in one statement, which answers the questions too; gives the events' numbers, in their order. `isLast`: the change
 * commits with it.
 */
export async function seal(tx: Tx, cause: Cause, now: Date, events: readonly Recorded[], questions: Questions, isLast: boolean): Promise<Sealed> {
  if (events.length === 0 && cause.byItself) return { seqs: [], found: new Map() }
  const statement = statementOf(tx, cause, now, events, questions)
  const { rows } = await tx.executeQuery(isLast ? andCommit(statement) : statement)
  const [row] = rows
  return { seqs: row?.seqs ?? [], found: answersTo(questions, row?.found ?? []) }
}

function statementOf(tx: Tx, { requestId, actorId, command, objectId }: Cause, now: Date, events: readonly Recorded[], questions: Questions) {
  const leagueId = events.find(({ about }) => about.leagueId)?.about.leagueId ?? null
  const values = [now, requestId, actorId, command, objectId, leagueId]
  const [first] = events
  const isOne = first && events.length === 1
  const facts = isOne ? valuesOf(first) : [JSON.stringify(events.map(rowOf))]
  const all = [...values, ...facts]
  if (questions.size === 0) return (isOne ? ofOne : ofMany)(tx, all)
  const at = (index: number): never => all[index] as never
  return (isOne ? sealing(oneAt(at), at, questions) : sealing(manyAt(at), at, questions)).compile(tx)
}

const valuesOf = ({ fact, data, about }: Recorded): readonly unknown[] => [fact.name, fact.aggregate, about.id, about.leagueId, JSON.stringify(data)]
const rowOf = ({ fact, data, about }: Recorded) => ({
  type: fact.name,
  aggregate: fact.aggregate,
  aggregate_id: about.id,
  league_id: about.leagueId,
  data,
})

/** One fact, as most changes record, is written without a list being unpacked, which costs as much as its row. */
const oneAt = (at: At): RawBuilder<unknown> =>
  sql`values (${at(0)}::timestamptz, ${at(1)}, ${at(2)}::uuid, ${at(6)}, ${at(7)}, ${at(8)}::uuid, ${at(9)}::uuid, ${at(10)}::jsonb)`
const manyAt = (at: At): RawBuilder<unknown> =>
  sql`select ${at(0)}::timestamptz, ${at(1)}, ${at(2)}::uuid, e.type, e.aggregate, e.aggregate_id, e.league_id, e.data
      from jsonb_to_recordset(${at(6)}::jsonb) as e (type text, aggregate text, aggregate_id uuid, league_id uuid, data jsonb)`

const sealing = (rows: RawBuilder<unknown>, at: At, questions: Questions) => sql<Row>`
    with written as (
      insert into events (at, request_id, actor_id, type, aggregate, aggregate_id, league_id, data)
      ${rows}
      returning seq
    )
    insert into audit (at, request_id, actor_id, command, object_id, league_id, outcome)
    values (${at(0)}::timestamptz, ${at(1)}, ${at(2)}::uuid, ${at(3)}, ${at(4)}::uuid, ${at(5)}::uuid, 'done')
    returning array(select seq::float8 from written order by seq) as seqs, ${asksOf(questions)} as found`

const NOTHING: Questions = new Map()
const ofOne = compiledOnce<Row>((db, at) => ({ compile: () => sealing(oneAt(at), at, NOTHING).compile(db) }))
const ofMany = compiledOnce<Row>((db, at) => ({ compile: () => sealing(manyAt(at), at, NOTHING).compile(db) }))
