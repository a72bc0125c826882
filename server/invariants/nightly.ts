import type { Machine } from '../machine.ts'
import { checkInvariants, lastCheck, saveFindings } from './check.ts'

const LOOK_MS = 60_000
const DAY_MS = 86_400_000
/** Hour of the day, UTC, at which few race anywhere. */
const NIGHT_HOUR = 4

export type NightlyCheck = { readonly stop: () => void }

/** The last time of night before `now`. */
export function lastNight(now: Date): Date {
  const night = new Date(now)
  night.setUTCHours(NIGHT_HOUR, 0, 0, 0)
  return night > now ? new Date(night.getTime() - DAY_MS) : night
}

/**
 * Once a night one of the workers looks for what should be impossible, says so in the log, and keeps it; every process shows in its metrics
 * what was found last. One that was down at night looks when it is back.
 */
export function checkNightly(machine: Machine): NightlyCheck {
  const turn = async (): Promise<void> => {
    const night = lastNight(machine.clock())
    const last = await lastCheck(machine.db)
    if (machine.config.role !== 'web' && last.every(({ checkedAt }) => checkedAt < night)) await checkNow(machine)
    for (const { name, violations } of await lastCheck(machine.db)) machine.metrics.violations.set({ name }, violations)
  }
  const timer = setInterval(() => {
    void turn().catch((fault: unknown) => machine.log.error({ err: fault }, 'invariants not checked'))
  }, LOOK_MS)
  return { stop: () => clearInterval(timer) }
}

export async function checkNow({
  db,
  databaseUrl,
  rooms,
  clock,
  log,
}: Pick<Machine, 'db' | 'databaseUrl' | 'rooms' | 'clock' | 'log'>): Promise<void> {
  const now = clock()
  const findings = await checkInvariants(databaseUrl, rooms, now)
  if (!findings) return
  for (const { name, violations, ids } of findings) if (violations > 0) log.error({ invariant: name, violations, ids }, 'should be impossible')
  await saveFindings(db, findings, now)
}
