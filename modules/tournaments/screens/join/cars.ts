import type { MemberView } from '../../contract/shapes.ts'

export type Cars = MemberView['offeredCars']

/** Of a class those of the class, else those of the season, else what its events have. */
export function carsFor(season: MemberView, classId: string | null): Cars {
  const ofClass = season.carClasses.find(({ id }) => id === classId)
  return ofClass ? ofClass.cars.map((id, at) => ({ id, name: ofClass.carNames[at] ?? id })) : season.offeredCars
}
