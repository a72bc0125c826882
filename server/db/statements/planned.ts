import pg from 'pg'

/** What the driver makes of the server's description of a result. */
type Shape = { readonly fields: unknown; readonly _parsers: unknown; readonly _prebuiltEmptyResultObject: unknown }
type Wire = { readonly describe: (what: object) => void }
/** The driver's own parts of a query, beside those it speaks of. */
type Query = pg.Query & { name: string; prepare: (wire: Wire) => void; readonly ['_result']: Shape; ['_accumulateRows']: boolean }
export type Done = (fault: Error | null, result?: unknown) => void

/**
 * Statements of one connection that are planned by a name. What such a one gives is the same each time, or PostgreSQL refuses it: after the
 * first time it need not be described, which costs both sides as much as a small answer itself.
 */
export function plannedStatements(client: pg.ClientBase): (name: string, text: string, values: readonly unknown[], done: Done) => pg.Query {
  const shapes = new Map<string, Shape>()
  const { connection } = client as unknown as { readonly connection: Wire }
  const undescribed: Wire = Object.create(connection, { describe: { value: () => undefined } }) as Wire
  const { prepare } = pg.Query.prototype as Query
  return (name, text, values, done) => {
    const shape = shapes.get(name)
    const query = new pg.Query(text, values as unknown[], (fault, result) => {
      if (!fault && !shape) shapes.set(name, shapeOf(query['_result']))
      done(fault ?? null, result)
    }) as Query
    query.name = name
    if (!shape) return query
    Object.assign(query['_result'], shape)
    query['_accumulateRows'] = true
    query.prepare = () => prepare.call(query, undescribed)
    return query
  }
}

const shapeOf = ({ fields, _parsers, _prebuiltEmptyResultObject }: Shape): Shape => ({ fields, _parsers, _prebuiltEmptyResultObject })
