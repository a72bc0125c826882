import { load } from './machine.ts'
import type { Bench } from './measures.ts'
import { interleaved } from './rounds.ts'
import { ms, type Line } from './table.ts'

/** As season.sql names its drivers. */
const FIRST = ['lucas', 'inigo', 'tomas', 'mikko', 'jonas', 'callum', 'giulia', 'pieter', 'bruno', 'emil', 'hugo', 'kenta', 'ethan', 'thiago']
const LAST = [
  'moreau',
  'saez',
  'dvorak',
  'laine',
  'weber',
  'ferri',
  'jansen',
  'carvalho',
  'sorensen',
  'lambert',
  'hofer',
  'muller',
  'brooks',
  'zielinski',
]
const LIMIT = 6
const ROUND = 60
const MOST_TIMES = 3

/** The search for drivers, none asked twice, against a read of the same rows by their keys; one connection. */
export async function findingLines({ full, reference }: Bench): Promise<readonly Line[]> {
  const pairs = FIRST.flatMap((first) => LAST.map((last) => [first, last] as const))
  const lines: Line[] = []
  for (const [what, typed] of [
    ['as typed', (first: string, last: string) => `${first} ${last}`],
    ['beginnings, in another order', (first: string, last: string) => `${last.slice(0, -1)} ${first.slice(0, 3)}`],
    ['a letter wrong', (first: string, last: string) => `${first} ${last.slice(0, 2)}x${last.slice(3)}`],
  ] as const) {
    let at = 0
    const next = () => Array.from({ length: ROUND }, () => pairs[at++ % pairs.length]!)
    const keys = await Promise.all(
      pairs.map(async ([first, last]) => {
        const { rows } = await full.database.query<{ id: string }>(
          'select id from users where search_name like $1 and search_name like $2 order by name, id limit $3',
          [`% ${first}%`, `% ${last}%`, LIMIT],
        )
        return rows.map(({ id }) => id).join(',')
      }),
    )
    let read = 0
    const [own, theirs] = await interleaved(
      () =>
        load({
          port: full.port,
          connections: 1,
          requests: next().map(([first, last], n) => full.get(`/public/users?search=${encodeURIComponent(typed(first, last))}&limit=${LIMIT}`, n)),
        }),
      () =>
        load({
          port: reference.port,
          connections: 1,
          requests: Array.from({ length: ROUND }, (_, n) => full.get(`/drivers/${keys[read++ % keys.length]}`, n)),
        }),
    )
    lines.push({
      name: `search for drivers, ${what}`,
      figure: ms(own.p50),
      reference: `${ms(theirs.p50)} (Fastify, the same ${LIMIT} rows by their keys)`,
      ratio: own.p50 / theirs.p50,
      goal: { most: MOST_TIMES },
    })
  }
  return lines
}
