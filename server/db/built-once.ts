import type { CompiledQuery } from 'kysely'
import type { Reader } from './connect.ts'
import { togetherOn } from './statements/together.ts'

type Building<Row> = { readonly compile: () => CompiledQuery<Row> }

/**
 * A read by a key that is asked at every other request: built and compiled at its first use, then only its values change. `build` puts
 * `at(0)`, `at(1)` … where the values go. Outside of a transaction it goes out together with those of others.
 */
export function builtOnce<Row>(build: (db: Reader, at: (index: number) => never) => Building<Row>) {
  let made: CompiledQuery<Row> | undefined
  const places = new Map<unknown, number>()
  const at = (index: number): never => {
    const place = `value ${index}`
    places.set(place, index)
    return place as never
  }
  return async (db: Reader, values: readonly unknown[]): Promise<readonly Row[]> => {
    made ??= build(db, at).compile()
    const parameters = made.parameters.map((value) => (places.has(value) ? values[places.get(value)!] : value))
    const together = togetherOn(db)
    return together ? await together<Row>(made.sql, parameters) : (await db.executeQuery<Row>({ ...made, parameters })).rows
  }
}
