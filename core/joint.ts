import type { Id, LeagueId, SessionId, UserId } from './ids.ts'
import type { TextKeys } from './texts/keys.ts'

/** What the database gives back as it was given: no dates, no maps. */
export type Plain = string | number | boolean | null | readonly Plain[] | PlainObject
export type PlainObject = { readonly [key: string]: Plain | undefined }

/** Where a fact stands and whom it tells: `session:ID`, `league:ID`, `user:ID`, or a list's own word such as `sessions`. */
export type About<Aggregate extends string = string> = {
  readonly id: Id<Aggregate>
  readonly leagueId: LeagueId | null
  readonly topics: readonly string[]
}

/** A type of event, as a value of the contract of the room that records it. */
export type Fact<Data extends PlainObject = never> = {
  readonly name: string
  /** What it happened to: the word its id is branded with. */
  readonly aggregate: string
  readonly about: (data: Data) => About
}

export const fact = <const Aggregate extends string, Data extends PlainObject>(
  name: string,
  aggregate: Aggregate,
  about: (data: Data) => About<NoInfer<Aggregate>>,
): Fact<Data> => ({ name, aggregate, about })

/** What the history of a community tells of a fact: whom and which event it was about, and what its sentence names; nothing private. */
export type Told = {
  /** Its sentence where that is not the fact's own. */
  readonly as?: string
  readonly person?: UserId | undefined
  readonly session?: SessionId
  /** Moments end with `At` and are ISO. */
  readonly params?: Readonly<Record<string, string | number | null>>
  readonly reason?: string | null
}
/** In what is kept of a fact: one of many that one deed made, which the history of the community tells of once, and that of an event by itself. */
export const AMONG = 'among'
export type Deed = { readonly fact: Fact; readonly tells: (data: never, actor: UserId) => Told | null }

/** A fact that is somebody's doing, told under `deeds` of its room's texts; `null`: this one was no admin's. */
export const deed = <Data extends PlainObject>(fact: Fact<Data>, tells: (data: NoInfer<Data>, actor: UserId) => Told | null): Deed => ({
  fact,
  tells,
})

declare const given: unique symbol
/** Work that a room does later: its name in the queue, which outlives releases, and what it is given. */
export type Job<Data extends PlainObject = PlainObject> = { readonly name: string; readonly [given]?: (data: Data) => void }
export type NoData = { readonly [key: string]: never }
export type DataOf<J> = J extends Job<infer Data> ? Data : never

export const job = <Data extends PlainObject = NoData>(name: string): Job<Data> => ({ name })

/** A job with what it is given, as it is kept until somebody does it. */
export type Order = { readonly job: string; readonly data: PlainObject }

export const order = <Data extends PlainObject>({ name }: Job<Data>, data: NoInfer<Data>): Order => ({ job: name, data })

/** A kind of what people are told: what its sentence names, and its mail in English, both with `{{name}}` in them. */
export type Notice<Param extends string = never> = {
  readonly kind: string
  readonly params: readonly Param[]
  readonly mail: readonly [subject: string, sentence: string]
}

type Kinds = keyof TextKeys['notifications']
/** The kinds that the texts have a sentence for. */
export type NoticeKind = Kinds extends infer Key ? (Key extends `kinds.${infer Kind}` ? Kind : never) : never
/** What the sentences of a kind name: its text, which every reader sees, and its mail. */
export type Named<Kind extends NoticeKind> = TextKeys['notifications'][`kinds.${Kind}`]
type InMail<Mail extends string> = Mail extends `${string}{{${infer Name}}}${infer Rest}` ? Name | InMail<Rest> : never
type Lacks<Name> = [Name] extends [never] ? unknown : { readonly lacks: Name }

/** A name that one of its sentences wants and `params` lacks does not compile. */
export const notice = <const Param extends string, Kind extends NoticeKind, const Subject extends string, const Sentence extends string>(
  kind: Kind,
  params: readonly Param[] & Lacks<Exclude<Named<Kind> | InMail<Subject | Sentence>, Param>>,
  ...mail: readonly [subject: Subject, sentence: Sentence]
): Notice<Param> => ({ kind, params, mail })

/** Never a password: those stand on the event page. Moments end with `At` and are ISO. */
export type ParamsOf<Param extends string> = Readonly<Record<Param, string | number | null>>
