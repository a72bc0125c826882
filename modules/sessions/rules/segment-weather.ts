import { weatherOf, type Sky } from '../rules.ts'

type Options = Readonly<Record<string, unknown>>

/** Of one segment: what the event says, and of that what the segment says otherwise; `null` for what the game does not say. */
export type SegmentWeather = {
  readonly temperatureC: number | null
  readonly sky: Sky | null
  readonly rainPercent: number | null
  readonly hour: number | null
}

const HOURS = ['hourOfDay', 'DateHour'] as const

/** `hour` is the clock in the game, from 0 to 24. */
export function segmentWeather(options: Options, ofSegment: Options): SegmentWeather {
  const rain = options['trackCondition.weather.rain']
  const hour = HOURS.map((key) => ofSegment[key]).find((value) => typeof value === 'number') ?? options['sunAngle']
  return {
    ...weatherOf(options, ofSegment),
    rainPercent: typeof rain === 'number' ? Math.round(rain * 100) : null,
    hour: typeof hour === 'number' ? hour : null,
  }
}
