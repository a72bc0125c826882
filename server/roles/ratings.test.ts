import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { ROOMS } from '../registry.ts'

/** Who is named with a country and no rating, and why. */
const UNRATED: Readonly<Record<string, string>> = {
  'accounts.profile': 'the page of the driver has the ranks of all games beside it',
  'profile.compare.first': 'ranks of all games stand in it',
  'profile.compare.second': 'ranks of all games stand in it',
  'profile.publicCompare.first': 'ranks of all games stand in it',
  'profile.publicCompare.second': 'ranks of all games stand in it',
  'leagues.publicLeague.owner': 'named as who answers for the community, not as a driver',
  'members.league.owner': 'named as who answers for the community, not as a driver',
  'manual-results.manualResult.raceResults.entryResults.drivers': 'a form that puts cars in order',
  'protests.sessionReports.drivers': 'choices of a field',
  'results.results.results.results.drivers': 'the row says it of the driver, `ofTeam` of each in a team',
  'results.memberResults.results.results.drivers': 'the row says it of the driver, `ofTeam` of each in a team',
}

type Def = {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly options?: readonly z.ZodType[]
  readonly [part: string]: unknown
}
const PARTS = ['innerType', 'element', 'valueType', 'in', 'left', 'right'] as const

/** Where an answer names a person: with an id, a name and a country. */
function* persons(schema: z.ZodType | undefined, path: string, above: ReadonlySet<unknown> = new Set()): Generator<readonly [string, boolean]> {
  if (!schema?.def || above.has(schema)) return
  const def = schema.def as unknown as Def
  const within = new Set([...above, schema])
  const { shape = {}, options = [] } = def
  // an event has the country of its track
  const isPerson =
    'country' in shape && !('trackName' in shape) && 'name' in shape && ['id', 'userId', 'driverId'].some((key) => isUserId(shape[key]))
  if (isPerson) yield [path, 'rating' in shape]
  for (const [key, part] of Object.entries(shape)) yield* persons(part, `${path}.${key}`, within)
  for (const part of [...options, ...PARTS.map((name) => def[name] as z.ZodType | undefined)]) yield* persons(part, path, within)
}

/** An id as `core/ids.ts` makes it; tracks are known by words. */
function isUserId(schema: z.ZodType | undefined): boolean {
  const def = schema?.def as unknown as Def | undefined
  return (
    def !== undefined &&
    (def['format'] === 'uuid' || isUserId(def['innerType'] as z.ZodType | undefined) || isUserId(def['in'] as z.ZodType | undefined))
  )
}

test('licence and rank wherever a driver is named: whatever answer names one says what they have reached', () => {
  const found = ROOMS.flatMap(({ name: room, contracts }) =>
    Object.entries(contracts).flatMap(([call, contract]) => [...persons((contract as { reply?: z.ZodType }).reply, `${room}.${call}`)]),
  )
  const unrated = new Set(found.flatMap(([path, isRated]) => (isRated ? [] : [path])))
  assert.ok(found.filter(([, isRated]) => isRated).length > 20)
  assert.deepEqual([...unrated].toSorted(), Object.keys(UNRATED).toSorted())
})
