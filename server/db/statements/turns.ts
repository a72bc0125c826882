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

/**
 * Statements of one transaction that are asked in the same turn of the event loop go out, and are answered, together: one packet each way instead of
 * one for each, which costs both sides as much as a small statement itself. Where one fails, the server skips those behind it, as it refuses them in
 * a transaction anyway. A statement that was not described yet goes alone.
 */
export function sentInTurns(client: pg.ClientBase, bare: Bare) {
  const wire = wireOf(client)
  const planned = plannedStatements(client)
  let isInside = false
  let asked: Part[] = []
  /** How the transaction ended whose end nobody has asked for yet. */
  let ended: Parameters<Done> | null = null
  const flush = (): void => {
    const parts = asked
    asked = []
    if (parts.length > 0) bare(parts.length === 1 ? parts[0]! : together(parts, wire))
  }
  const queue = (part: Query): void => {
    // what is asked in one turn is asked before this
    if (asked.push(part as Part) === 1) process.nextTick(flush)
  }
  const end = (): void => {
    isInside = false
    flush()
  }
  const send = (config: Config, done: Done): void => {
    const before = ended
    ended = null
    if (before && config.text === COMMIT) return process.nextTick(done, ...before)
    if (config.text === BEGIN) isInside = true
    const { query, mayGoTogether } = queryOf(planned, config, done)
    if (isInside && mayGoTogether) {
      queue(query)
      if (config.values && lasts.has(config.values)) {
        queue(queryOf(planned, { text: COMMIT }, (...answer) => (ended = answer)).query)
        end()
      }
    } else {
      flush()
      bare(query)
    }
    if (config.text === COMMIT || config.text === ROLLBACK) end()
  }
  /** `isInTransaction`: between its BEGIN and its end. */
  return { send, flush, isInTransaction: () => isInside }
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

/** A query that is made of others. */
function together(parts: readonly Part[], wire: Wire): pg.Query {
  const quiet = without(wire, 'describe', 'sync', 'close')
  let answered = 0
  let unsent: Error | null = null
  let isOver = false
  const settle = (fault: Error | null): void => {
    if (isOver) return
    isOver = true
    for (const [no, part] of parts.entries()) {
      if (no < answered) part.handleReadyForQuery(wire)
      else part.handleError!(no === answered && fault ? fault : skipped(), wire)
      // nor has the server read the text of one that it skipped
      if (no > answered && part.name) delete wire.submittedNamedStatements[part.name]
    }
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
      }
      wire.sync()
    },
    handleDataRow: (message: Message) => parts[answered]!.handleDataRow(message),
    handleCommandComplete: (message: object) => parts[answered++]!.handleCommandComplete(message, wire),
    handleReadyForQuery: () => whole.callback(null),
    handleError: (fault: Error) => whole.callback(fault),
  })
}

/** As the server says it of a statement behind one that failed. */
const skipped = (): Error =>
  Object.assign(new Error('current transaction is aborted, commands ignored until end of transaction block'), { code: '25P02' })
