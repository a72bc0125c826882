import { job } from '#core/joint.ts'

export const lapsWork = {
  /** Looks through events that were driven before best laps were kept. */
  catchUp: job('laps.catch-up'),
}
