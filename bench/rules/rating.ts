import { byStart, NO_RATINGS, type Race, replay } from '#modules/ranking/rules/race.ts'
import { median, ms, type Line } from '../table.ts'

const STARTERS = 60
const LATER = 100
const DRIVERS = 90
const MOST_MS = 50
const ROUNDS = 21

/** Of so many drivers another sixty in each race, in another order. */
const raceNo = (at: number): Race => ({
  id: `race-${at}`,
  no: 1,
  game: 'acc',
  startsAt: at,
  cars: Array.from({ length: STARTERS }, (_, place) => ({
    id: `car-${place}`,
    outcome: place > STARTERS - 4 ? 'DNF' : 'FINISHED',
    position: place + 1,
    laps: 30 - (place % 3),
    minutes: 45,
    classId: 'GT3',
    split: 1,
    // 7 shares no factor with what it is counted by
    crew: [
      {
        userId: `driver-${(place * 7 + at * 13) % DRIVERS}`,
        seconds: 2700,
        incidents: { offTracks: place % 4, collisionsWithCar: place % 2 },
        corners: 450,
      },
    ],
  })),
})

/** What a penalty in a race costs the processor that a hundred races follow, of the same drivers: all of them are rated anew. */
export function ratingLines(): readonly Line[] {
  const races = Array.from({ length: LATER + 1 }, (_, at) => raceNo(at)).toSorted(byStart)
  const times = Array.from({ length: ROUNDS }, () => {
    const began = process.cpuUsage()
    replay(NO_RATINGS, races)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  })
  return [
    {
      name: `rating ${STARTERS} drivers and ${LATER} later races anew, processor time`,
      figure: `${ms(median(times))}, the slowest ${ms(Math.max(...times))}`,
      reference: `${MOST_MS} ms`,
      ratio: median(times) / MOST_MS,
      goal: { most: 1 },
    },
  ]
}
