import type { PlanFacts } from '#modules/billing/rules.ts'
import { BOUNDS, durationFault, SHORT_NAME } from '../../rules.ts'
import { isAnotherGame, totalMinutes, type ClassState, type FormState } from './form-state.ts'

/** Its sentence is the text `form.` and this. */
export type Fault =
  | `missing.${'game' | 'trackId' | 'gameName' | 'name' | 'carIds' | 'carClasses' | 'startsAt' | 'points' | 'maxEntries' | 'days' | 'times'}`
  | NonNullable<ReturnType<typeof durationFault>>

/** Fields of a step that are still missing or wrong, each with the key of its message. */
export function missingOn(step: number, form: FormState, plan: PlanFacts | undefined): Readonly<Record<string, Fault>> {
  const length = [...form.name.trim()].length
  const ofSteps: readonly Readonly<Record<string, Fault | false>>[] = [
    { game: form.game === null && 'missing.game' },
    {
      trackId: form.trackId === null && 'missing.trackId',
      gameName: isAnotherGame(form.game) && form.gameName.trim() === '' && 'missing.gameName',
      sessionName: (length < 3 || length > 128) && 'missing.name',
      cars: !form.multiclass && form.carIds.length === 0 && 'missing.carIds',
      carClasses: form.multiclass && !areClassesWhole(form.classes) && 'missing.carClasses',
    },
    {
      startsAt: form.daily === null && form.startsAt === null && 'missing.startsAt',
      days: form.daily?.days.length === 0 && 'missing.days',
      times: form.daily !== null && form.daily.times.some((time) => !/^\d{2}:\d[05]$/.test(time)) && 'missing.times',
      'config.segments': segmentsFault(form, plan),
      points: form.points !== null && !arePoints(form.points.table) && 'missing.points',
    },
    { 'config.maxEntries': (form.maxEntries ?? 0) < 1 && 'missing.maxEntries' },
  ]
  return Object.fromEntries(Object.entries(ofSteps[step] ?? {}).filter((one): one is [string, Fault] => one[1] !== false))
}

function segmentsFault(form: FormState, plan: PlanFacts | undefined): Fault | false {
  for (const { laps, duration } of form.segments) {
    const fault = laps === null && durationFault(duration, BOUNDS.segmentMinutes)
    if (fault) return fault
  }
  return plan !== undefined && totalMinutes(form) > plan.minutesPerEvent && 'sessionDurationLengthError'
}

const arePoints = (table: readonly number[]): boolean =>
  table.length > 0 && table.length <= BOUNDS.pointsPlaces && table.every((points) => points <= BOUNDS.points)

const areClassesWhole = (classes: readonly ClassState[]): boolean =>
  classes.length >= BOUNDS.classesAtLeast && classes.every((one) => SHORT_NAME.test(one.id) && one.name.trim() !== '' && one.carIds.length > 0)
