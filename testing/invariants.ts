import type pg from 'pg'
import { invariantsOf, sqlAt } from '#server/invariants/check.ts'
import { ROOMS } from '#server/registry.ts'

/** The invariants that do not hold, with some of what breaks them; none where all is well. */
export async function brokenInvariants(
  database: Pick<pg.Pool, 'query'>,
  now: Date = new Date(),
  except: readonly string[] = [],
): Promise<readonly string[]> {
  const looked = invariantsOf(ROOMS).filter(({ name }) => !except.includes(name))
  const each = looked.map((invariant) => `select '${invariant.name}' as name, broken.id::text as id from (${sqlAt(invariant, now)}) broken`)
  const { rows } = await database.query<{ name: string; id: string }>(each.join(' union all '))
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, found]) => {
    const some = found.slice(0, 3).map(({ id }) => id)
    return `not true: ${name} (${some.join(', ')})`
  })
}
