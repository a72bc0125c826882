import { existsSync } from 'node:fs'

/** Chromium as it is without a screen, at two thirds of the work. */
const HEADLESS = '/usr/bin/chromium-headless-shell'

export const hasHeadless = (): boolean => 'CHROMIUM' in process.env || existsSync(HEADLESS)

/** The browser of the journeys: the one that CHROMIUM names, or Debian's. `null` where there is none. */
export const chromiumProgram = (): string | null =>
  process.env['CHROMIUM'] ?? [HEADLESS, '/usr/bin/chromium'].find((place) => existsSync(place)) ?? null
