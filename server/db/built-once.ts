import type { CompiledQuery } from 'kysely'
import type { Reader } from './connect.ts'
import { togetherOn } from './statements/together.ts'

type Building<Row> = { readonly compile: () => CompiledQuery<Row> }
/** The place of the value of that index in a statement that is built once. */
export type At = (index: number) => never

/** A statement that is built and compiled at its first use, then only its values change. `build` puts `at(0)`, `at(1)` … where the values go. */
export function compiledOnce<Row>(build: (db: Reader, at: At) => Building<Row>) {
  let made: CompiledQuery<Row> | undefined
  const places = new Map<unknown, number>()
  const at = (index: number): never => {
    const place = `value ${index}`
    places.set(place, index)
    return place as never
  }
  return (db: Reader, values: readonly unknown[]): CompiledQuery<Row> => {
    made ??= build(db, at).compile()
    const parameters = made.parameters.map((value) => (places.has(value) ? values[places.get(value)!] : value))
    return { ...made, parameters }
  }
}

/** A read by a key that is asked at every other request, as `compiledOnce`. Outside of a transaction it goes out together with those of others. */
export function builtOnce<Row>(build: (db: Reader, at: At) => Building<Row>) {
  const compiled = compiledOnce(build)
  return async (db: Reader, values: readonly unknown[]): Promise<readonly Row[]> => {
    const query = compiled(db, values)
    const together = togetherOn(db)
    return together ? await together<Row>(query.sql, query.parameters) : (await db.executeQuery<Row>(query)).rows
  }
}
