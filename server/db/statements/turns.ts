import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { plannedStatements, prepare, wireOf, without, type Config, type Done, type Query, type Wire } from './planned.ts'

type Message = { readonly fields: readonly unknown[] }
/** Of a query, what the driver tells it. */
type Part = Query & {
  callback: Done
  handleDataRow: (message: Message) => void
  handleCommandComplete: (message: object, wire: Wire) => void
  handleReadyForQuery: (wire: Wire) => void
  handleError?: ((fault: Error, wire: Wire) => void) | undefined
}
type Bare = (what: pg.Query | Config, done?: Done) => unknown

export const BEGIN = 'begin'
const COMMIT = 'commit'
const ROLLBACK = 'rollback'

const lasts = new WeakSet<readonly unknown[]>()
/** The last statement of its transaction: COMMIT goes out with it where it may, and the commit that is asked for later is already answered. */
export function andCommit<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  lasts.add(query.parameters)
  return query
}

const reads = new WeakSet<readonly unknown[]>()
/** A read that holds nothing: the first statements of a transaction that are such go out before its BEGIN, which goes with the one behind them. */
export function beforeBegin<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  reads.add(query.parameters)
  return query
}

/**
 * Statements of one transaction that are asked in the same turn of the event loop go out, and are answered, together: one packet each way instead of
 * one for each, which costs both sides as much as a small statement itself. Where one fails, the server skips those behind it, as it refuses them in
 * a transaction anyway. A transaction that goes out whole needs neither BEGIN nor COMMIT: to the server all of one packet is one. A statement that was
 * not described yet goes alone. `lost`: a BEGIN has failed, and what stands behind it is outside any transaction.
 */
export function sentInTurns(client: pg.ClientBase, bare: Bare, lost: () => void) {
  const wire = wireOf(client)
  const planned = plannedStatements(client)
  let isInside = false
  /** Nothing has been asked yet that needs it. */
  let owesBegin = false
  /** All of the transaction has gone out in one packet: it is over, whatever becomes of it. */
  let isOver = false
  let asked: Part[] = []
  /** How the transaction ends whose COMMIT has gone out, and whose end nobody has asked for yet. */
  let ending: Promise<Parameters<Done>> | null = null
  const flush = (): void => {
    const parts = asked
    asked = []
    if (parts.length === 0) return
    isOver = parts.at(-1)!.name === COMMIT && parts.some(({ name }) => name === BEGIN)
    bare(parts.length === 1 ? parts[0]! : together(parts, wire, isOver))
  }
  const begin = (): void => {
    if (!owesBegin) return
    owesBegin = false
    queue(queryOf(planned, { text: BEGIN }, (fault) => fault && lost()).query)
  }
  const queue = (part: Query): void => {
    // what is asked in one turn is asked before this
    if (asked.push(part as Part) === 1) process.nextTick(flush)
  }
  const end = (): void => {
    isInside = owesBegin = false
    flush()
  }
  const send = (config: Config, done: Done): void => {
    const before = ending
    ending = null
    if (before && config.text === COMMIT) return void before.then((answer) => process.nextTick(done, ...answer))
    const isEnd = config.text === COMMIT || config.text === ROLLBACK
    if (config.text === BEGIN) {
      isInside = owesBegin = true
      isOver = false
    }
    if ((owesBegin && (isEnd || config.text === BEGIN)) || (isOver && config.text === ROLLBACK)) {
      if (isEnd) end()
      return process.nextTick(done, null, { command: config.text, rowCount: null, rows: [] })
    }
    if (!config.values || !reads.has(config.values)) begin()
    const { query, mayGoTogether } = queryOf(planned, config, done)
    if (isInside && mayGoTogether) {
      queue(query)
      if (config.values && lasts.has(config.values)) {
        const { promise, resolve } = Promise.withResolvers<Parameters<Done>>()
        ending = promise
        queue(queryOf(planned, { text: COMMIT }, (...answer) => resolve(answer)).query)
        end()
      }
    } else {
      flush()
      bare(query)
    }
    if (isEnd) end()
  }
  const all = (): void => {
    begin()
    flush()
  }
  /** `isInTransaction`: between its BEGIN and its end. */
  return { send, flush: all, isInTransaction: () => isInside }
}

function queryOf(
  planned: ReturnType<typeof plannedStatements>,
  config: Config,
  done: Done,
): { readonly query: Query; readonly mayGoTogether: boolean } {
  if (config.name) {
    const { query, isKnown } = planned(config.name, config, done)
    return { query, mayGoTogether: isKnown }
  }
  const query = new pg.Query(config.text, config.values as unknown[], (fault, result) => done(fault ?? null, result)) as Query
  const mayGoTogether = config.text === BEGIN || config.text === COMMIT
  if (mayGoTogether) query.name = config.text
  return { query, mayGoTogether }
}

/** A query that is made of others. `isWhole`: BEGIN and COMMIT are among them, and need not be sent. */
function together(all: readonly Part[], wire: Wire, isWhole: boolean): pg.Query {
  const quiet = without(wire, 'describe', 'sync', 'close')
  const commit = isWhole ? all.at(-1)! : null
  const parts = isWhole ? all.filter((part) => part !== commit && part.name !== BEGIN) : all
  let sent = 0
  let answered = 0
  let unsent: Error | null = null
  let isOver = false
  const settle = (fault: Error | null): void => {
    if (isOver) return
    isOver = true
    for (const [no, part] of parts.entries()) {
      if (no < answered) part.handleReadyForQuery(wire)
      // also to those behind it that is what happened: whoever waits for all of them hears it, whichever tells first
      else part.handleError!(fault!, wire)
      // nor has the server read the text of one that it skipped
      if (no > answered && part.name) delete wire.submittedNamedStatements[part.name]
    }
    if (!fault) commit?.handleReadyForQuery(wire)
    else commit?.handleError!(fault, wire)
  }
  const whole = new pg.Query('', undefined as never, (fault) => settle(fault ?? unsent)) as Part
  // by these the driver keeps which texts a connection knows
  Object.defineProperties(whole, { name: { get: () => parts[answered]?.name }, text: { get: () => parts[answered]?.text ?? '' } })
  return Object.assign(whole, {
    requiresPreparation: () => true,
    prepare: () => {
      for (const part of parts) {
        // where its values cannot be written, neither it nor anything behind it is sent
        part.handleError = (fault) => void (unsent = fault)
        prepare.call(part, quiet)
        delete part.handleError
        if (unsent) break
        sent++
      }
      // what has gone out before it would stand
      if (unsent && isWhole) prepare.call(new pg.Query(ROLLBACK) as Query, quiet)
      wire.sync()
    },
    handleDataRow: (message: Message) => parts[answered]!.handleDataRow(message),
    handleCommandComplete: (message: object) => {
      if (answered < sent) parts[answered++]!.handleCommandComplete(message, wire)
    },
    handleReadyForQuery: () => whole.callback(null),
    handleError: (fault: Error) => whole.callback(fault),
  })
}
