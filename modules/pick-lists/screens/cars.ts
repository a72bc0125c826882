/** A car that somebody can be entered with; of a season with classes it stands there once for each class it drives in. */
export type PickableCar = {
  readonly model: string
  readonly name: string
  readonly carClassId: string | null
  readonly carClass: string | null
}

const keyOf = ({ model, carClassId }: Pick<PickableCar, 'model' | 'carClassId'>): string => JSON.stringify([carClassId, model])

export const carChoices = (cars: readonly PickableCar[]) =>
  cars.map((car) => ({ value: keyOf(car), label: car.carClass === null ? car.name : `${car.name} · ${car.carClass}` }))

/** What is sent for the chosen one; none is chosen where there is none. */
export function chosenCar(cars: readonly PickableCar[], key: string): { readonly carId: string | null; readonly carClassId: string | null } {
  const car = cars.find((one) => keyOf(one) === key)
  return { carId: car?.model ?? null, carClassId: car?.carClassId ?? null }
}
