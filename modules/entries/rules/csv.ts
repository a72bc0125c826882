import type { UserId } from '#core/ids.ts'
import type { EntryView, PublicEntryList } from '../contract.ts'
import { gridOrder } from './grid.ts'

const COLUMNS = ['pos', 'raceNumber', 'participant', 'drivers', 'country', 'car', 'class', 'livery', 'split', 'status'] as const

/** Who is in and then who waits as rows, their head first; `pos` is the place on the grid where it has an order, and in the line for who waits. */
export const entryRows = ({ entries, waitingList, carClasses }: Pick<PublicEntryList, 'entries' | 'waitingList' | 'carClasses'>) => [
  [...COLUMNS],
  ...[...gridOrder(entries), ...waitingList].map((entry) => [
    entry.place ?? entry.gridPosition,
    entry.raceNumber,
    entry.participant.name,
    ofDrivers(entry, ({ name }) => name),
    ofDrivers(entry, ({ country }) => country),
    entry.car.name,
    carClasses.find(({ id }) => id === entry.car.carClassId)?.name ?? null,
    entry.car.skin,
    entry.splitNo,
    entry.status,
  ]),
]

type Driver = EntryView['participant']['drivers'][UserId]

/** Something of each driver, in the order in which they came. */
const ofDrivers = ({ participant }: EntryView, told: (driver: Driver) => string | null): string =>
  Object.values(participant.drivers)
    .map((driver) => told(driver) ?? '')
    .join('; ')
