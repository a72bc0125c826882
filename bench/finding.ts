import assert from 'node:assert/strict'
import type { Embedded } from '#server/db/embedded.ts'
import { startReference } from './beside.ts'
import { load } from './machine.ts'
import type { Bench } from './measures.ts'
import { platform } from './platform.ts'
import { FOR_MS, interleaved } from './rounds.ts'
import { LAPS, seasonDatabase, type Season } from './season.ts'
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
/** Asked before, with as many rows: until the engine has made machine code of what is measured; the reference gets as many. No answer of theirs is asked for again. */
const WARM_UP_LIMITS = [7, 8, 9]
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
    const search = ([first, last]: readonly [string, string], limit: number, n: number): string =>
      full.get(`/public/users?search=${encodeURIComponent(typed(first, last))}&limit=${limit}`, n)
    const searching = (requests: readonly string[]) => load({ port: full.port, connections: 1, requests })
    const reading = (count: number) =>
      load({
        port: reference.port,
        connections: 1,
        requests: Array.from({ length: count }, (_, n) => full.get(`/drivers/${keys[read++ % keys.length]}`, n)),
      })
    const warmUp = WARM_UP_LIMITS.flatMap((limit) => pairs.map((pair, n) => search(pair, limit, n)))
    await reading(warmUp.length)
    const { statuses } = await searching(warmUp)
    assert.deepEqual(Object.keys(statuses), ['200'])
    const [own, theirs] = await interleaved(
      () => searching(next().map((pair, n) => search(pair, LIMIT, n))),
      () => reading(ROUND),
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

const TRACKS = ['monza', 'zolder', 'brands_hatch', 'silverstone', 'spa', 'zandvoort', 'kyalami']
const CARS = ['16', '20', '25', '30', '32', '34', '35', '19']
const ROWS = 20
const LISTS = 120
/** The platform has just started, and has never been asked. */
const WARM_UP_MS = 3000
const GOAL = { most: 5, stretch: 2 }
/** Every twentieth driver of the season has a plan. */
const SUPPORTERS = Array.from({ length: 8 }, (_, index) => (index + 1) * 20)
const DAY_MS = 86_400_000
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** The list of best laps, signed in and in full, against the same number of rows read by their keys; one connection, no list asked as the one before. */
export async function bestLapLines(cluster: Embedded, season: Season = LAPS): Promise<readonly Line[]> {
  const database = await seasonDatabase(cluster, season)
  const own = await platform(database.url)
  const reference = await startReference(database.url)
  const lines: Line[] = []
  try {
    const cookies = await own.signIn(SUPPORTERS)
    const { rows } = await own.database.query<{ row_id: string }>('select row_id from lap_bests tablesample system (1) limit $1', [ROWS * LISTS])
    const keys = Array.from({ length: LISTS }, (_, n) => rows.slice((n * ROWS) % (rows.length - ROWS), ((n * ROWS) % (rows.length - ROWS)) + ROWS))
    for (const [what, asked] of [
      ['game and track', (n: number) => ({ trackIds: [TRACKS[n % 7]!], segmentType: n % 2 === 0 ? 'RACE' : undefined })],
      [
        'game, track, cars and dates',
        (n: number) => ({
          trackIds: [TRACKS[n % 7]!],
          carModelIds: [0, 3, 5].map((step) => CARS[(n + step) % 8]!),
          dateFrom: dayAgo(40 + ((n * 7) % 150)),
          dateTo: dayAgo((n * 3) % 30),
        }),
      ],
      [
        'game, track and dates',
        (n: number) => ({ trackIds: [TRACKS[n % 7]!], dateFrom: dayAgo(20 + ((n * 7) % 150)), dateTo: dayAgo((n * 3) % 20) }),
      ],
    ] as const) {
      let at = 0
      const requests = () =>
        Array.from({ length: LISTS }, () => {
          const n = at++
          return own.post('/query/best-laps/extended', n, { gameId: 'acc', ...asked(n) }, cookies[n % cookies.length]!)
        })
      const theirs = keys.map((some, n) => own.get(`/laps/${some.map(({ row_id }) => row_id).join(',')}`, n))
      const [ours, other] = await interleaved(
        () => load({ port: own.port, connections: 1, requests: requests(), forMs: FOR_MS, warmUpMs: WARM_UP_MS }),
        () => load({ port: reference.port, connections: 1, requests: theirs, forMs: FOR_MS, warmUpMs: WARM_UP_MS }),
      )
      lines.push({
        name: `best laps by ${what}, of ${(season.events * 200).toLocaleString('en')} laps`,
        figure: ms(ours.p50),
        reference: `${ms(other.p50)} (Fastify, ${ROWS} laps by their keys)`,
        ratio: ours.p50 / other.p50,
        goal: GOAL,
      })
    }
  } finally {
    await own.stop()
    reference.stop()
    await database.drop()
  }
  return lines
}
