import type { CompiledQuery } from 'kysely'
import type { Reader } from './connect.ts'
import { togetherOn } from './statements/together.ts'
import { beforeBegin } from './statements/turns.ts'

type Building<Row> = { readonly compile: () => CompiledQuery<Row> }
/** The place of the value of that index in a statement that is built once. */
export type At = (index: number) => never

/**
 * A statement that is built and compiled at its first use, then only its values change. `build` puts `at(0)`, `at(1)` … where the values go: one that
 * stands in several places is sent once.
 */
export function compiledOnce<Row>(build: (db: Reader, at: At) => Building<Row>) {
  let made: CompiledQuery<Row> | undefined
  const places = new Map<unknown, number>()
  const at = (index: number): never => {
    const place = `value ${index}`
    places.set(place, index)
    return place as never
  }
  return (db: Reader, values: readonly unknown[]): CompiledQuery<Row> => {
    made ??= eachOnce(build(db, at).compile(), places)
    const parameters = made.parameters.map((value) => (places.has(value) ? values[places.get(value)!] : value))
    return { ...made, parameters }
  }
}

/** The server reads every value it is sent, however often the same one comes. */
function eachOnce<Row>(made: CompiledQuery<Row>, places: ReadonlyMap<unknown, number>): CompiledQuery<Row> {
  const parameters: unknown[] = []
  const numbers = made.parameters.map((value) => {
    const sent = places.has(value) ? parameters.indexOf(value) : -1
    return sent < 0 ? parameters.push(value) : sent + 1
  })
  return { ...made, sql: made.sql.replaceAll(/\$(\d+)/g, (_, number) => `$${numbers[Number(number) - 1]}`), parameters }
}

/** A read by a key that is asked at every other request, as `compiledOnce`. It holds nothing. Outside of a transaction it goes out together with those of others. */
export function builtOnce<Row>(build: (db: Reader, at: At) => Building<Row>) {
  const compiled = compiledOnce(build)
  return async (db: Reader, values: readonly unknown[]): Promise<readonly Row[]> => {
    const query = compiled(db, values)
    const together = togetherOn(db)
    return together ? await together<Row>(query.sql, query.parameters) : (await db.executeQuery<Row>(beforeBegin(query))).rows
  }
}
