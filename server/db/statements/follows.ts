import { type RawBuilder, sql } from 'kysely'
import type { Fact, Plain, PlainObject } from '#core/joint.ts'
import type { ChangeContext, Room } from '#server/room.ts'
import type { At } from '../built-once.ts'

export type Follow = {
  readonly fact: Fact
  readonly of: (data: never) => PlainObject
  readonly asks: (of: never) => RawBuilder<unknown>
  readonly orders: (context: Pick<ChangeContext, 'later'>, found: never, of: never) => void
}

/**
 * What the database `asks`, once for each thing that facts of one change are `of`, and what is ordered by what it found: nothing where that is null.
 * It reads what was so when the change was sealed, or when it was sent at once (`atOnce`), and it refuses nothing: that is for `within`.
 */
export const follows = <Data extends PlainObject, Of extends PlainObject, Found extends Plain>(
  fact: Fact<Data>,
  {
    of,
    asks,
    orders,
  }: {
    readonly of: (data: NoInfer<Data>) => NoInfer<Of>
    readonly asks: (of: Of) => RawBuilder<Found | null>
    readonly orders: (context: Pick<ChangeContext, 'later'>, found: NoInfer<Found>, of: NoInfer<Of>) => void
  },
): Follow => ({ fact, of, asks, orders })

export type Question = { readonly follow: Follow; readonly of: PlainObject }

/** What rooms ask because of facts, each once, however many facts are of the same. */
export function questionsOf(
  rooms: readonly Room[],
  facts: readonly { readonly fact: Fact; readonly data: PlainObject }[],
): ReadonlyMap<string, Question> {
  const questions = new Map<string, Question>()
  for (const [no, follow] of rooms.flatMap((room) => room.follows ?? []).entries())
    for (const { fact, data } of facts) {
      if (follow.fact !== fact) continue
      const of = follow.of(data as never)
      questions.set(`${no} ${JSON.stringify(of)}`, { follow, of })
    }
  return questions
}

type Answers = ReadonlyMap<string, unknown>

/** All of them as one value of a statement. */
export const asksOf = (questions: ReadonlyMap<string, Question>): RawBuilder<readonly unknown[] | null> =>
  questions.size === 0
    ? sql`null::json`
    : sql`json_build_array(${sql.join([...questions.values()].map(({ follow, of }) => follow.asks(of as never)))})`

export const answersTo = (questions: ReadonlyMap<string, Question>, found: readonly unknown[]): Answers =>
  new Map([...questions.keys()].map((key, no) => [key, found[no]]))

/** Whether anything follows from a fact, for a statement of the change itself: the same for each fact of its kind, its values stand from `from` on. */
export type Asking = { readonly finds: (at: At, from: number) => RawBuilder<boolean>; readonly values: readonly unknown[] }
export const NOTHING_ASKED: Asking = { finds: () => sql`false`, values: [] }

/** A statement that asks is compiled once for each of these. */
const kept = new WeakMap<readonly Room[], Map<Fact, Asking['finds']>>()

/** These questions, all of them because of one fact. */
export function askingOf(rooms: readonly Room[], fact: Fact, questions: ReadonlyMap<string, Question>): Asking {
  if (questions.size === 0) return NOTHING_ASKED
  const ofRooms = kept.get(rooms) ?? new Map<Fact, Asking['finds']>()
  kept.set(rooms, ofRooms)
  const finds = ofRooms.get(fact) ?? ((at, from) => findsAny(placed(questions, at, from)))
  ofRooms.set(fact, finds)
  return { finds, values: [...questions.values()].flatMap(({ of }) => Object.values(of)) }
}

const findsAny = (questions: ReadonlyMap<string, Question>): RawBuilder<boolean> =>
  sql`(${sql.join(
    [...questions.values()].map(({ follow, of }) => sql`${follow.asks(of as never)} is not null`),
    sql` or `,
  )})`

/** The questions with places where their values go, in their order. */
function placed(questions: ReadonlyMap<string, Question>, at: At, from: number): ReadonlyMap<string, Question> {
  let index = from
  const places = (of: PlainObject): PlainObject => Object.fromEntries(Object.keys(of).map((key) => [key, at(index++)]))
  return new Map([...questions].map(([key, { follow, of }]) => [key, { follow, of: places(of) }]))
}
