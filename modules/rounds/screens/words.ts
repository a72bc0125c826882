export const STATUS_TONES = { UNPUBLISHED: 'warn', PUBLISHED: 'good', ENDED: 'quiet' } as const

/** Points as they are read: half points with their half. */
export const figure = (points: number): string => String(Math.round(points * 100) / 100).replace('-', '−')
