import type { TournamentId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { findCar } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { notify } from '#modules/notifications/door.ts'
import { tournamentPath, type TournamentType } from '#modules/sessions/rules/season.ts'
import type { CommandsOf } from '#server/room.ts'
import { SeasonCarChanged, SeasonPlaced, SeasonTakenOffLine } from '../contract/facts.ts'
import { tournamentsNotices } from '../contract/notices.ts'
import type { placesContract } from '../contract/places.ts'
import { checkClass, chooseSeasonCar } from '../decide.ts'
import { bump, classesOf, type TournamentRow } from '../store.ts'
import { findDriver, freeClassSeat, removeWaiting, setPlace, takeClassSeat } from '../store/drivers.ts'
import { keepStandings } from '../store/standings.ts'
import { carsOf } from './drivers.ts'
import { moveUp } from './line.ts'
import { at, ordered } from './managed.ts'

/** Who drives in which class, and in which car, is its admins' last word: whoever chose wrongly has no way back into a season they leave. */
export const placeCommands: CommandsOf<typeof placesContract> = {
  SetDriversCar: async (context, { id, v, body: { driverId, carClassId: classId = null, carId = null } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as TournamentId, 'end')
    if (!found.ok) return found
    const { season } = found.value
    const driver = await findDriver(tx, season.id, driverId)
    if (driver?.status !== 'ACTIVE' && driver?.status !== 'WAITING_LIST') return refuse('NOT_FOUND', { field: 'driverId' })
    const classes = await classesOf(tx, season.id)
    const known = checkClass(
      classes.map((one) => one.class_id),
      classId,
    )
    if (known !== true) return known
    const car = chooseSeasonCar(await carsOf(tx, season, classId), carId)
    if (!car.ok) return car
    const isMove = classId !== driver.class_id
    if (!isMove && car.value === driver.car_id) return v === season.v ? ok({ v }) : refuse('VERSION_CONFLICT')
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    if (isMove && driver.status === 'ACTIVE') {
      if (classId !== null && !(await takeClassSeat(tx, season.id, classId))) return refuse('NO_FREE_SLOTS', { field: 'carClassId' })
      if (driver.class_id !== null) await freeClassSeat(tx, season.id, driver.class_id)
    }
    await setPlace(tx, season.id, driverId, { classId, carId: car.value })
    await moveUp(context, season.id)
    await keepStandings(tx, season.id, now)
    const place = classes.find((one) => one.class_id === classId)?.name ?? carName(season, car.value)
    record(SeasonPlaced, { ...at(season), name: season.name, userId: driverId, place })
    if (driver.status === 'ACTIVE' && car.value !== null)
      record(SeasonCarChanged, { ...at(season), userId: driverId, from: driver.car_id, to: car.value, classId })
    notify(context, tournamentsNotices.placed, {
      userId: driverId,
      params: { season: season.name, place },
      link: pathOf(season),
      effectKey: `season-placed:${season.id}:${driverId}:${season.v}`,
    })
    return saved
  },

  TakeOffLine: async (context, { id, v, body: { driverId, reason } }) => {
    const { tx, record } = context
    const found = await ordered(context, id as TournamentId, 'end')
    if (!found.ok) return found
    const { season } = found.value
    const driver = await findDriver(tx, season.id, driverId)
    if (driver?.status !== 'WAITING_LIST') return refuse('NOT_FOUND', { field: 'driverId' })
    const saved = await bump(tx, season.id, v, {})
    if (!saved.ok) return saved
    await removeWaiting(tx, season.id, driverId)
    record(SeasonTakenOffLine, { ...at(season), name: season.name, userId: driverId, reason })
    notify(context, tournamentsNotices.offLine, {
      userId: driverId,
      params: { season: season.name, reason },
      link: pathOf(season),
      effectKey: `season-off-line:${season.id}:${driverId}:${season.v}`,
    })
    return saved
  },
}

const pathOf = ({ id, type }: TournamentRow): string => tournamentPath({ id, type: type as TournamentType })
const carName = ({ game }: TournamentRow, carId: string | null): string => {
  const catalogue = gameOf(game as GameId)?.catalogue
  return (catalogue && carId !== null && findCar(catalogue, carId)?.name) || (carId ?? '–')
}
