import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a secret that somebody gave is the one wanted. How long it takes says nothing of how much of it was right, nor of its length. */
export const isSameSecret = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
