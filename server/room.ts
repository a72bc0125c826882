import type { BodyOf, CommandContract, Contracts, ParamsOf, QueryContract, ReplyOf } from '#core/contract.ts'
import { AMONG, type DataOf, type Deed, type Fact, type Job, type NoData, type Order, type PlainObject } from '#core/joint.ts'
import type { HostId, Id, LeagueId, UserId } from '#core/ids.ts'
import type { Result, Verdict } from '#core/result.ts'
import type { Reader, Tx } from './db/connect.ts'
import type { Asking, Follow } from './db/statements/follows.ts'
import type { Tables } from './db/tables.ts'
import type { Keeping } from './http/answer-cache.ts'
import type { Cards } from './outside/cards/card.ts'
import type { Files } from './outside/files.ts'
import type { Sealer } from './outside/seal.ts'
import type { Locale } from '#core/locale.ts'

/** How a room plugs into the machine: its contracts, what answers them, and what happens later. */
export type Room = {
  readonly name: string
  /** Its tables: its store alone writes them, its queries and its door read them. */
  readonly owns?: readonly Table[]
  /** Those of them whose rows stay as long as what they tell of: people, communities, events and their results. The others are in `keeps`. */
  readonly stays?: readonly Table[]
  /**
   * Tables of others that its statements read all the same, by what of the room does: where one statement is worth it, or a change must be
   * guarded by them. All else is asked of a door; `tools/check-rooms.ts` refuses what is not said here.
   */
  readonly joins?: Readonly<Partial<Record<'store' | 'queries' | 'door', readonly Table[]>>>
  readonly contracts: Contracts
  readonly commands: Handlers
  readonly queries: Answers
  /** Who asks by the hash of their login, with what every page says of them, in one read: one room knows. */
  readonly signedIn?: (context: QueryContext, loginHash: string) => Promise<{ readonly actor: UserActor; readonly me: object } | null>
  /** Of those, by their names, what pages for many need told apart. */
  readonly apart?: Readonly<Record<string, AnyApart>>
  readonly jobs?: Jobs
  /** Jobs of which hundreds come due at one moment, each of them short: a worker takes many of them together, and tells of them together. */
  readonly crowds?: readonly Job<never>[]
  /** What this room does once a change that recorded a fact has committed, of whatever room: a job of the same queue, one for each event. */
  readonly on?: readonly Listener[]
  /** Jobs that come again and again, with the milliseconds between. All processes together run one each time. */
  readonly every?: readonly (readonly [job: Job<NoData>, everyMs: number])[]
  /** What this room does within a change that records a fact, of whatever room: it commits with it, or neither does; its no is the change's. */
  readonly within?: readonly Within[]
  /** Work that follows from a fact of whatever room, where the database says so in the statement that writes the fact down: a crowd pays no other for it. */
  readonly follows?: readonly Follow[]
  /** Jobs that run once each night. */
  readonly nightly?: readonly Job<NoData>[]
  /** What of somebody is kept here, how they are given it, and what becomes of it when they erase their account. */
  readonly personal?: Personal
  /** Which of its facts stand in the history of a community, for its admins. */
  readonly deeds?: readonly Deed[]
  /** What of this room's does not stay for ever. */
  readonly keeps?: readonly Keep[]
  /** What can never be otherwise in this room's tables; looked at every night. */
  readonly invariants?: readonly Invariant[]
  /** Lists of the room: whoever wants hears that something in them changed. */
  readonly lists?: readonly string[]
  readonly hears?: Hears
}

export type Table = keyof Tables & string

/** One line of the table of retention (docs/operations.md holds all of them). */
export type Keep = {
  readonly what: string
  readonly days: number
  readonly why: string
  /** Takes away at most `most` of what is older than `before`; how many went. It is asked again until nothing does. */
  readonly prune: (context: JobContext, before: Date, most: number) => Promise<number>
}

export type Personal = {
  /**
   * Every `table.column` of the room that refers to a person: under which word the export shows it, and why it stays when the person is erased.
   * `null`: it tells them nothing of themselves; nothing stays.
   */
  readonly refers: Readonly<Record<string, { readonly as: string | null; readonly stays: string | null }>>
  /** All of it, by these words, for the person alone. */
  readonly export: (db: Reader, userId: UserId) => Promise<Readonly<Record<string, unknown>>>
  /** In the change that erases the account, persons being held last: what needs a community or an event listens to UserRemoved instead. */
  readonly erase?: (context: ChangeContext, userId: UserId) => Promise<void>
}

/** What holds at every moment, whoever did what (reference/security.md section 2). `sql` gives the `id` of each thing that breaks it at the moment `:now`. */
export type Invariant = { readonly name: string; readonly means: string; readonly sql: string }

export type Actor =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user'; readonly userId: UserId; readonly loginSessionId: string; readonly onboarded: boolean; readonly plan: string }
  | { readonly kind: 'host'; readonly hostId: HostId }

export type UserActor = Extract<Actor, { kind: 'user' }>
export type HostActor = Extract<Actor, { kind: 'host' }>

/** Writes what changed beside the row in the same transaction; its topics tell caches and browsers. */
export type RecordFact = <Data extends PlainObject>(fact: Fact<Data>, data: NoInfer<Data>) => void

/**
 * Sends statements for whose answers nobody waits: they go out with the sealing and COMMIT, for changes of which many meet at one row. A constraint
 * refuses them where they do not write what the change says, or where something follows from the fact that it records, of which so much is known:
 * then all of it is undone, and it begins once more, without this.
 */
export type AtOnce = <Data extends PlainObject>(fact: Fact<Data>, known: Partial<NoInfer<Data>>, send: Sends) => void
type Sends = (asking: Asking) => readonly Promise<unknown>[]

/** When it is due, and which it is: a second one of the same `key` (its data, where none is given) does nothing while the first waits. */
export type When = { readonly at?: Date; readonly key?: string }
export type Later = Order & When
/** Orders work for later, in the same transaction. */
export type OrderLater = <Data extends PlainObject>(job: Job<Data>, data: NoInfer<Data>, when?: When) => void

/** Asks for something that is done once for all who ask: `act` says what, and is the same function for all of them. */
export type DoLast = <Item>(act: AtTheEnd<Item>, item: NoInfer<Item>) => void
export type AtTheEnd<Item = never> = (context: ChangeContext, items: readonly Item[]) => Promise<void>

/** The same change, where each of many facts is told of by itself only where it happened: the deed that made all of them says so once. */
export const together = <Context extends Pick<ChangeContext, 'record'>>(context: Context): Context => ({
  ...context,
  record: (fact, data) => context.record(fact, { ...data, [AMONG]: true }),
})

/** Everything a change may use; time and chance are given, never read. */
export type ChangeContext = {
  readonly tx: Tx
  readonly now: Date
  readonly newId: <K extends string>() => Id<K>
  readonly record: RecordFact
  /** `null` in a change that had to begin anew. */
  readonly atOnce: AtOnce | null
  /** Tells topics of what is so for a moment only: caches and browsers look again, and no history keeps it. */
  readonly tell: (...topics: readonly string[]) => void
  readonly later: OrderLater
  /** What is done at the end of the change for all who asked for it, at once and in the order in which they did: a crowd is told in one statement. */
  readonly last: DoLast
  /** Erases somebody in every room, in this change. */
  readonly erase: (userId: UserId) => Promise<void>
  readonly sealer: Sealer
  readonly files: Files
  /** The platform's own address, for links in mails. */
  readonly publicUrl: string
}

export type CommandContext<A extends Actor = UserActor> = ChangeContext & {
  readonly actor: A
  readonly requestId: string
  readonly locale: Locale
  readonly proofs: readonly string[]
}

/** `id` is the path's first parameter ('0' where the path has none), `v` the version the caller has seen. */
export type CommandInput<C> = { readonly id: string; readonly v: number; readonly path: Readonly<Record<string, string>>; readonly body: BodyOf<C> }

export type QueryContext = Keeping & {
  readonly db: Reader
  readonly actor: Actor
  readonly now: Date
  readonly locale: Locale
  readonly sealer: Sealer
  /** The platform's own address, for links that leave the platform. */
  readonly publicUrl: string
  /** Platforms at which people prove here that an account is theirs. */
  readonly proofs: readonly string[]
  /** Draws link previews. */
  readonly cards: Cards
  /** Waits until one of the topics is notified, at most so long, or not at all where one was since the call came: for calls of race hosts that stay open. */
  readonly noticed?: (topics: readonly string[], withinMs: number) => Promise<void>
  /** As `left` of the work ahead of a command. */
  readonly left?: () => AbortSignal
  /** What the rooms tell of their facts in a community's history, by the fact's name; only for the signed-in. */
  readonly deeds?: () => ReadonlyMap<string, { readonly room: string; readonly tells: Deed['tells'] }>
  /** What every room keeps of somebody; only for the signed-in. */
  readonly everythingOf?: (userId: UserId) => Promise<Readonly<Record<string, unknown>>>
}

/**
 * Who may hear of a room's things, by the kind of their topics: of the ids asked for, those that exist for the actor, each with the topics
 * whose news may change that.
 */
export type Hears = Readonly<
  Record<
    string,
    (
      context: { readonly db: Reader; readonly actor: Actor; readonly now: Date },
      ids: readonly string[],
    ) => Promise<ReadonlyMap<string, readonly string[]>>
  >
>

export type JobContext = ChangeContext & { readonly attempt: number }
/** How the jobs of a room are done, by their names in the queue. */
export type Jobs = Readonly<Record<string, Doing<never>>>
type Doing<Data> = ((context: JobContext, data: Data) => Promise<void>) | { readonly ahead: JobAhead<Data> }

/** What does each of the jobs that a room declares: none is missing, none is too many. */
export const does = <Declared extends Readonly<Record<string, Job<never>>>>(
  declared: Declared,
  doing: { readonly [Key in keyof Declared]: Doing<DataOf<Declared[Key]>> },
): Jobs => Object.fromEntries(Object.entries(declared).map(([key, { name }]) => [name, doing[key]!]))

export type Listener = { readonly fact: Fact; readonly job: string; readonly act: (context: JobContext, data: never) => Promise<void> }

/** Listens to a fact: the job of this name does what follows from it. */
export const on = <Data extends PlainObject>(
  fact: Fact<Data>,
  job: string,
  act: (context: JobContext, data: NoInfer<Data>) => Promise<void>,
): Listener => ({ fact, job, act })

/** All jobs of a room: its own, and what follows from the facts it listens to. */
export const jobsOf = ({ jobs, on }: Pick<Room, 'jobs' | 'on'>): Jobs => ({
  ...jobs,
  ...Object.fromEntries((on ?? []).map(({ job, act }) => [job, act])),
})

/**
 * Before the transaction: work that takes long holds no connection and no lock. It gives the function that changes, which looks again at
 * whatever may be otherwise by then.
 */
export type AheadContext<A extends Actor = UserActor> = Left & { readonly db: Reader; readonly now: Date; readonly actor: A }
type Ahead<A extends Actor, Input, Reply> = (
  context: AheadContext<A>,
  input: Input,
) => Promise<Result<(context: CommandContext<A>) => Promise<Result<Reply>>>>
/** `null`: there is nothing to do. */
export type JobAhead<Data = never> = (
  context: Left & { readonly db: Reader; readonly now: Date; readonly files: Files },
  data: Data,
) => Promise<((context: JobContext) => Promise<void>) | null>

/** Told when the caller leaves: nobody waits for the answer any more. */
type Left = { readonly left: AbortSignal }

export type Within = { readonly fact: Fact; readonly act: (context: ChangeContext, data: never) => Promise<Verdict | void> }

/** Meets a fact in the change that records it. */
export const within = <Data extends PlainObject>(
  fact: Fact<Data>,
  act: (context: ChangeContext, data: NoInfer<Data>) => Promise<Verdict | void>,
): Within => ({ fact, act })

// A room's handlers are typed by its own contracts; the registry keeps them side by side without those types.
type Handler = (context: never, input: never) => Promise<Result<unknown>>
type Handlers = Readonly<Record<string, Handler | { readonly ahead: (context: never, input: never) => Promise<Result<unknown>> }>>
type Answers = Readonly<Record<string, (context: QueryContext, params: never) => Promise<Result<unknown>>>>

/**
 * An answer for the signed-in told apart: what is the same for all who are shown no more than a visitor is, and what is somebody's own. Together
 * they are what the query itself answers (docs/decisions/0011).
 */
export type Apart<C, Own extends keyof ReplyOf<C> = never, About = null> = {
  /** The names of what is somebody's own. */
  readonly own: readonly Own[]
  /** Kept until one of its topics is notified. Nobody asks it: `context` is a visitor's, `plan` is of those who will read it. */
  readonly same: (
    context: QueryContext,
    params: ParamsOf<C>,
    plan: string,
  ) => Promise<Result<{ readonly answer: Omit<ReplyOf<C>, Own>; readonly about: About }>>
  /**
   * Read anew for each reader. `null`: theirs is otherwise also in what is the same for others, or that is not of this moment. `staff`: they are of
   * those who look after it and share what is said `amongStaff`.
   */
  readonly mine: (
    context: QueryContext,
    params: ParamsOf<C>,
    same: { readonly answer: Omit<ReplyOf<C>, Own>; readonly about: About },
    reader: Standing | null,
  ) => Promise<Pick<ReplyOf<C>, Own> | 'staff' | null>
  /** What is the same for all who look after it, and what of it is somebody's own; kept as `same` is. */
  readonly amongStaff?: {
    readonly same: Apart<C, Own, About>['same']
    readonly mine: (
      context: QueryContext,
      params: ParamsOf<C>,
      same: { readonly answer: Omit<ReplyOf<C>, Own>; readonly about: About },
    ) => Promise<Pick<ReplyOf<C>, Own>>
  }
}
/** What has been read of the reader already: their role in a community, `null` for a stranger; whether they were told anything that they have not read. */
export type Standing = { readonly roleIn: (leagueId: LeagueId) => string | null; readonly hasUnread: boolean }
export type AnyApart = {
  readonly own: readonly string[]
  readonly same: SameForMany
  readonly mine: (context: QueryContext, params: never, same: never, reader: Standing | null) => Promise<object | 'staff' | null>
  readonly amongStaff?: { readonly same: SameForMany; readonly mine: (context: QueryContext, params: never, same: never) => Promise<object> }
}
type SameForMany = (context: QueryContext, params: never, plan: string) => Promise<Result<{ readonly answer: object; readonly about: unknown }>>

type ActorOf<C> = C extends CommandContract ? (C['actor'] extends 'host' ? HostActor : UserActor) : never

export type CommandsOf<All extends Contracts> = {
  readonly [K in keyof All as All[K] extends CommandContract ? K : never]:
    | ((context: CommandContext<ActorOf<All[K]>>, input: CommandInput<All[K]>) => Promise<Result<ReplyOf<All[K]>>>)
    | { readonly ahead: Ahead<ActorOf<All[K]>, CommandInput<All[K]>, ReplyOf<All[K]>> }
}

export type QueriesOf<All extends Contracts> = {
  readonly [K in keyof All as All[K] extends QueryContract ? K : never]: (
    context: QueryContext,
    params: ParamsOf<All[K]>,
  ) => Promise<Result<ReplyOf<All[K]>>>
}
