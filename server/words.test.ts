import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { z } from 'zod'
import type { Contract } from '#core/contract.ts'
import { gameOf } from '#games/index.ts'
import { ROOMS } from './registry.ts'
import { EVENT_WORDS } from './words/events.fixture.ts'
import { PEOPLE_WORDS } from './words/people.fixture.ts'
import { PROTEST_WORDS } from './words/protests.fixture.ts'
import { RESULT_WORDS } from './words/results.fixture.ts'
import { WORDS_TO_COME } from './words/to-come.fixture.ts'
import type { Thing, Where } from './words/word.fixture.ts'

const THINGS: readonly Thing[] = [...EVENT_WORDS, ...RESULT_WORDS, ...PROTEST_WORDS, ...PEOPLE_WORDS, ...WORDS_TO_COME]
const CALLS: ReadonlyMap<string, Contract> = new Map(
  ROOMS.flatMap(({ name, contracts }) => Object.entries<Contract>(contracts).map(([call, contract]) => [`${name}.${call}`, contract] as const)),
)

describe('what the specification names has that name on the wire (product.md §3)', () => {
  for (const { thing, words, ...places } of THINGS)
    test(thing, () => {
      for (const [word, where] of Object.entries(words)) assert.equal(faultOf(word, where, places), null)
    })
})

test('a name that is not there is found out, in the right nesting alone', () => {
  const session = { answers: ['sessions.race'], bodies: ['sessions.AddSession'] }
  assert.match(faultOf('name', 'answers', session)!, /sessions\.race answers no name/)
  assert.match(faultOf('maxEntries', 'bodies', session)!, /sessions\.AddSession takes no maxEntries/)
  assert.equal(faultOf('config.maxEntries', 'both', session), null)
  assert.match(faultOf('config.maxEntries', { why: 'nobody plans it' }, session)!, /stands there/)
  assert.match(faultOf('id', { room: 'sessions' }, session)!, /is built/)
})

function faultOf(word: string, where: Where, { answers = [], bodies = [] }: Pick<Thing, 'answers' | 'bodies'>): string | null {
  const noAnswer = answers.find((place) => !has(place, word, 'answers'))
  const noBody = bodies.find((place) => !has(place, word, 'bodies'))
  if (where === 'answers' || where === 'both') if (noAnswer) return `${noAnswer} answers no ${word}`
  if (where === 'bodies' || where === 'both') if (noBody) return `${noBody} takes no ${word}`
  if (typeof where === 'string') return null
  if ('at' in where) {
    const missing = where.at.find((place) => !has(place, word, 'answers') && !has(place, word, 'bodies'))
    return missing ? `${missing} has no ${word}` : null
  }
  if ('option' in where) return gameOf(where.game as never)!.options.some(({ key }) => key === where.option) ? null : `${where.option} is no option`
  if ('room' in where) return ROOMS.some(({ name }) => name === where.room) ? `${where.room} is built: where does ${word} stand?` : null
  const found = [...answers.filter((place) => has(place, word, 'answers')), ...bodies.filter((place) => has(place, word, 'bodies'))]
  return found.length > 0 ? `${word} stands there after all: ${found.join(', ')}` : null
}

/** `sessions.race:cars[]` and `bop.ballastkg`: whether the answer, or the body, of that call has such a field. */
function has(place: string, word: string, side: 'answers' | 'bodies'): boolean {
  const [name, within] = place.split(':')
  const contract = CALLS.get(name!)
  assert.ok(contract, `no call is called ${name}`)
  const schema = side === 'answers' ? contract.reply : contract.kind === 'command' ? contract.body : contract.params
  const path = [within, word].filter(Boolean).join('.').replaceAll('[]', '.[]').split('.').filter(Boolean)
  return reaches(schema, path)
}

type Def = {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly shape?: Readonly<Record<string, z.ZodType>>
}

/** `[]` is an item of a list or a value of a map. */
function reaches(schema: z.ZodType | undefined, path: readonly string[]): boolean {
  const [step, ...rest] = path
  if (schema === undefined || step === undefined) return schema !== undefined
  const def = schema.def as Def
  const inner = def.innerType ?? def.in
  if (inner) return reaches(inner, path)
  if (def.options) return def.options.some((one) => reaches(one, path))
  if (step === '[]') return reaches(def.element ?? def.valueType, rest)
  return reaches(def.shape?.[step], rest)
}
