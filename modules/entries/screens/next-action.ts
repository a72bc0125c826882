import type { SessionStatus } from '#modules/sessions/rules.ts'
import type { Text } from '#web/kit/texts.tsx'
import type { EntryList, EntryView, PublicEntryList } from '../contract.ts'

/** What a person can do next at an event, and what there is to say about it. */
export type NextAction =
  /** Registration is over and the viewer is not in. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'login'; readonly opensAt: string | null; readonly closesAt: string }
  | { readonly kind: 'opens'; readonly at: string }
  | { readonly kind: 'register' }
  | { readonly kind: 'queue' }
  /** `code` says why; some have a way out. */
  | { readonly kind: 'barred'; readonly code: Barred; readonly wayOut: WayOut | null }
  | { readonly kind: 'in' | 'waits'; readonly entry: EntryView; readonly mayChange: boolean; readonly cancel: 'yes' | 'tooLate' | 'closed' }

/** Why somebody cannot register; the page has a sentence for each. */
const BARRED = [
  'MEMBER_REQUIRED',
  'DISCORD_REQUIRED',
  'MEMBER_BANNED',
  'REJOIN_NOT_ALLOWED',
  'SPECTATING',
  'COMMUNITY_CLOSED',
  'ALREADY_REGISTERED',
  'REGISTRATION_CLOSED',
] as const
type Barred = (typeof BARRED)[number]

type WayOut = 'community' | 'discord'
const WAYS_OUT: Readonly<Partial<Record<Barred, WayOut>>> = { MEMBER_REQUIRED: 'community', DISCORD_REQUIRED: 'discord' }

/** The one next action at `nowMs`; what the server said is carried on by the clock, so a countdown that ends turns into a button. */
export function nextAction(list: EntryList, nowMs: number): NextAction {
  const { mine, may, whyNot } = list
  if (mine) {
    const isLate = nowMs >= Date.parse(list.cancelUntil)
    const cancel = list.status !== 'WAITING' ? 'closed' : isLate ? 'tooLate' : 'yes'
    return { kind: mine.status === 'WAITING_LIST' ? 'waits' : 'in', entry: mine, mayChange: may.changeSkin ?? false, cancel }
  }
  if (list.status !== 'WAITING') return { kind: 'closed' }
  const code = whyNot.register
  if (code === 'REGISTRATION_NOT_OPEN' && nowMs < Date.parse(list.opensAt)) return { kind: 'opens', at: list.opensAt }
  // an account that is missing is said in the dialog, with the way to link it
  if (code === undefined || code === 'REGISTRATION_NOT_OPEN' || code === 'REGISTRATION_FULL' || code === list.account?.alert)
    return { kind: list.seatsLeft > 0 ? 'register' : 'queue' }
  const barred = BARRED.find((one) => one === code) ?? 'REGISTRATION_CLOSED'
  return { kind: 'barred', code: barred, wayOut: WAYS_OUT[barred] ?? null }
}

/** A visitor logs in first, whatever there is to do then. */
export const visitorAction = ({ status, opensAt, closesAt }: Pick<PublicEntryList, 'status' | 'opensAt' | 'closesAt'>, nowMs: number): NextAction =>
  isRegistering(status) ? { kind: 'login', opensAt: nowMs < Date.parse(opensAt) ? opensAt : null, closesAt } : { kind: 'closed' }

const isRegistering = (status: SessionStatus): boolean => status === 'WAITING'

export type CarChoice = EntryList['cars'][number]
type Classes = EntryList['carClasses']

/** Whether every class of a car is full; `stay` is the class the viewer sits in already. */
export const isCarFull = (car: CarChoice, classes: Classes, stay: string | null = null): boolean =>
  car.carClassIds.length > 0 &&
  car.carClassIds.every((id) => {
    const found = classes.find((one) => one.id === id)
    return id !== stay && found !== undefined && found.maxClassEntries !== null && found.currentEntries >= found.maxClassEntries
  })

export const carsOfClass = (cars: readonly CarChoice[], classId: string): readonly CarChoice[] =>
  classId === ALL ? cars : cars.filter((car) => car.carClassIds.includes(classId))

/** The chip that filters nothing. */
export const ALL = ''

export const entriesOfClass = (entries: readonly EntryView[], classId: string): readonly EntryView[] =>
  classId === ALL ? entries : entries.filter((entry) => entry.car.carClassId === classId)

/** How an entry is called: the team, or its driver; who erased the account has no name any more. */
export const nameOf = (entry: EntryView, text: Text<'entries'>): string => entry.participant.name ?? text('removedUser')

/** Who stands for an entry: its driver, of a team the first. */
export function firstDriver({ participant }: EntryView): { readonly id: string; readonly country: string | null } | null {
  const [first] = Object.entries(participant.drivers)
  return first ? { id: first[0], country: first[1].country } : null
}

export const isIn = ({ participant }: EntryView, userId: string): boolean => userId in participant.drivers

/** Entries from pole to last: by position where there is one, the others behind in their order. */
export const gridOrder = (entries: readonly EntryView[]): readonly EntryView[] =>
  entries.toSorted((a, b) => (a.gridPosition ?? Infinity) - (b.gridPosition ?? Infinity) || 0)

/** The entry as it stands now: a change of it may have been saved in part. */
export const listed = (list: EntryList, entry: EntryView): EntryView =>
  [...list.entries, ...list.waitingList].find(({ id }) => id === entry.id) ?? entry

/** Those who are in, in an order that was made before: who left meanwhile is not there, who came stands last. */
export function placed(entries: readonly EntryView[], order: readonly string[]): readonly EntryView[] {
  const placeOf = ({ id }: EntryView): number => (order.includes(id) ? order.indexOf(id) : Infinity)
  return gridOrder(entries).toSorted((a, b) => placeOf(a) - placeOf(b) || 0)
}

/** The list with one of its members moved; at its ends nothing moves. */
export function moved<T>(list: readonly T[], from: number, by: number): readonly T[] {
  const to = from + by
  if (to < 0 || to >= list.length || list[from] === undefined) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from])
}
