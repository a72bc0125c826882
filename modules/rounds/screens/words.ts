import { isOver } from '#modules/sessions/rules.ts'
import type { RoundView } from '../contract/shapes.ts'

/** Whether the reader may drive it, and there is still something to drive. */
export const mayDrive = ({ may, sessions }: RoundView): boolean =>
  may.register && (sessions.length === 0 || sessions.some(({ status }) => !isOver(status) && status !== 'FAILED'))

export const STATUS_TONES = { UNPUBLISHED: 'warn', PUBLISHED: 'good', ENDED: 'quiet' } as const

/** Points as they are read: half points with their half. */
export const figure = (points: number): string => String(Math.round(points * 100) / 100).replace('-', '−')
