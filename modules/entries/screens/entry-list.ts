import type { UserId } from '#core/ids.ts'
import type { Text } from '#web/kit/texts.tsx'
import type { EntryList, EntryView } from '../contract.ts'
import { gridOrder } from '../rules/grid.ts'

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

/** The strongest first; who was never rated stands behind them as they registered. */
export const byRank = (entries: readonly EntryView[]): readonly EntryView[] =>
  entries.toSorted((a, b) => (b.participant.rank ?? -1) - (a.participant.rank ?? -1))

/** Where the reader stands among those who are in, by rank, or would with a rank of theirs; null where there is nothing to tell. */
export function placeByRank(
  entries: readonly EntryView[],
  { mine, ownRank }: Pick<EntryList, 'mine' | 'ownRank'>,
): { readonly isIn: boolean; readonly place: number; readonly of: number } | null {
  const inList = byRank(entries).findIndex(({ id }) => id === mine?.id)
  if (inList >= 0) return mine?.participant.rank == null ? null : { isIn: true, place: inList + 1, of: entries.length }
  if (mine || ownRank === null || !entries.some(({ participant }) => participant.rank !== null)) return null
  return { isIn: false, place: 1 + entries.filter(({ participant }) => (participant.rank ?? -1) >= ownRank).length, of: entries.length + 1 }
}

/** How an entry is called: the team, or its driver; who erased the account has no name any more. */
export const nameOf = (entry: EntryView, text: Text<'entries'>): string => entry.participant.name ?? text('removedUser')

/** Who stands for an entry: its driver, of a team the first. */
export function firstDriver({ participant }: EntryView): ({ readonly id: string } & Pick<Driver, 'country' | 'rating'>) | null {
  const [first] = Object.entries(participant.drivers)
  return first ? { id: first[0], ...first[1] } : null
}
type Driver = EntryView['participant']['drivers'][UserId]

export const isIn = ({ participant }: EntryView, userId: string): boolean => userId in participant.drivers

/** Whether somebody may ask to join a team; an account that is missing is said in the dialog, with the way to link it. */
export function mayAskToJoin({ may, whyNot, account, teamRules }: EntryList, entry: EntryView): boolean {
  const isOpen = may.joinTeam === true || (account?.alert != null && whyNot.joinTeam === account.alert)
  return isOpen && entry.participant.type === 'TEAM' && driversIn(entry) < (teamRules?.maxDriversCount ?? 0)
}

/** How many share a car, those who erased their account too. */
export const driversIn = ({ participant }: EntryView): number => Object.keys(participant.drivers).length + (participant.removedDrivers ?? 0)

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
