import type { MeView } from '#modules/accounts/contract.ts'
import type { WeekStart } from '#core/week.ts'

/** Of the settings of a signed-in reader, what shows all over a page: drawings are shared among those who have the same. */
export type Habits = { readonly timeZone: string | null; readonly weekStart: WeekStart }

/** Something personal was read while a drawing was made that many share: it stands outside of an island. */
export class PersonalRead extends Error {}

/** Stands for whoever reads a shared drawing: somebody signed in, past the first login, of these habits. Nothing else is known of them. */
export const somebody = (habits: Habits): MeView => guarded({ onboarded: true, settings: guarded(habits, 'settings') }, 'me')

/** An answer as it is for everybody, in which the names of what is somebody's own can be seen but not read. */
export const withoutOwn = <Answer>(answer: Answer, own: readonly string[]): Answer => withOwn(answer, own, refuse)

/** An answer as it is for everybody with what is somebody's own, read where it is looked at and not before. */
export function withOwn<Answer>(answer: Answer, own: readonly string[], read: (name: string) => unknown): Answer {
  if (own.length === 0) return answer
  const names = own.map((name) => [name, { enumerable: true, get: () => read(name) }] as const)
  return Object.defineProperties({ ...answer }, Object.fromEntries(names))
}

const guarded = (known: object, what: string): never =>
  new Proxy(known, {
    get: (target, name) => (typeof name === 'symbol' || name in target ? Reflect.get(target, name) : refuse(`${what}.${name}`)),
    ownKeys: () => refuse(what),
  }) as never

function refuse(what: string): never {
  throw new PersonalRead(`${what} is read outside of an island`)
}
