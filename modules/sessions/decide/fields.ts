import type { SessionBody } from '../contract.ts'

export type ClassFields = {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly carIds: readonly string[]
  readonly maxEntries?: number | null
}

type Renamed = 'sessionName' | 'manualSession' | 'cars' | 'carClasses' | 'config'

/** What was typed into the form, flat and in the words of the rows. */
export type SessionFields = Omit<SessionBody, Renamed> &
  Omit<SessionBody['config'], 'location'> & {
    readonly name: string
    readonly manual: boolean
    readonly carIds: readonly string[]
    readonly carClasses: readonly ClassFields[]
    readonly region: SessionBody['config']['location']
  }

export function fieldsOf({ sessionName, manualSession, cars, carClasses, config, ...same }: SessionBody): SessionFields {
  const { location, ...planned } = config
  return {
    ...same,
    ...planned,
    name: sessionName,
    manual: manualSession,
    carIds: cars.map(({ id }) => id),
    carClasses: carClasses.map((one) => ({ id: one.id, name: one.name, color: one.color, carIds: one.cars, maxEntries: one.maxClassEntries })),
    region: location,
  }
}
