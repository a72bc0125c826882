import pg from 'pg'

/** What the driver makes of the server's description of a result. */
type Shape = { readonly fields: unknown; readonly _parsers: unknown; readonly _prebuiltEmptyResultObject: unknown }
/** How the driver speaks to the server. */
export type Wire = {
  readonly describe: (what: object) => void
  readonly sync: () => void
  readonly close: (what: object) => void
  /** Texts by their names, whose reading the server has not confirmed. */
  readonly submittedNamedStatements: Record<string, string>
}
/** The driver's own parts of a query, beside those it speaks of. */
export type Query = pg.Query & {
  name: string | undefined
  readonly text: string
  prepare: (wire: Wire) => void
  readonly ['_result']: Shape
  ['_accumulateRows']: boolean
}
export type Done = (fault: Error | null, result?: unknown) => void
export type Config = { readonly name?: string | undefined; readonly text: string; readonly values?: unknown[] | undefined }

export const wireOf = (client: pg.ClientBase): Wire => (client as unknown as { readonly connection: Wire }).connection
/** A wire over which none of these are said. */
export const without = (wire: Wire, ...words: readonly ('describe' | 'sync' | 'close')[]): Wire =>
  Object.create(wire, Object.fromEntries(words.map((word) => [word, { value: () => undefined }]))) as Wire

/** Sends a query over a wire. */
export const { prepare } = pg.Query.prototype as Query

/**
 * Statements of one connection that are planned by a name. What such a one gives is the same each time, or PostgreSQL refuses it: after the
 * first time it need not be described, which costs both sides as much as a small answer itself.
 */
export function plannedStatements(
  client: pg.ClientBase,
): (name: string, config: Config, done: Done) => { readonly query: Query; readonly isKnown: boolean } {
  const shapes = new Map<string, Shape>()
  const undescribed = without(wireOf(client), 'describe')
  // nothing a query calls may hold the query itself: for the first tens of thousands the engine then keeps each, with its answer, until a full collection (0084)
  function sendUndescribed(this: Query): void {
    prepare.call(this, undescribed)
  }
  return (name, { text, values }, done) => {
    const shape = shapes.get(name)
    const described = (fault: Error | undefined, result: unknown): void => {
      if (!fault) shapes.set(name, shapeOf(result as Shape))
      done(fault ?? null, result)
    }
    const query = new pg.Query(text, values as unknown[], (shape ? done : described) as never) as Query
    query.name = name
    if (!shape) return { query, isKnown: false }
    Object.assign(query['_result'], shape)
    query['_accumulateRows'] = true
    query.prepare = sendUndescribed
    return { query, isKnown: true }
  }
}

const shapeOf = ({ fields, _parsers, _prebuiltEmptyResultObject }: Shape): Shape => ({ fields, _parsers, _prebuiltEmptyResultObject })
