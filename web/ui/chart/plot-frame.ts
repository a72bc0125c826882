export const EDGE = { top: 10, right: 84, bottom: 4, left: 0 } as const
export const NARROW_EDGE = { ...EDGE, right: 12 } as const
export const TICK = { fill: 'var(--text-2)', fontSize: 12 } as const
