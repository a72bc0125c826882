import type { SessionId } from '#core/ids.ts'
import { activeEntries } from '#modules/entries/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { FieldEntry } from '../rules/participant.ts'

/** The entries of an event as results know them, with the accounts of a platform; `splitNo` is null for all. */
export async function fieldEntries(db: Reader, sessionId: SessionId, splitNo: number | null, provider: string): Promise<readonly FieldEntry[]> {
  return (await activeEntries(db, sessionId))
    .filter((entry) => splitNo === null || (entry.splitNo ?? 1) === splitNo)
    .map((entry) => ({
      ...entry,
      drivers: entry.drivers.map(({ userId, name, platformIds }) => ({ userId, name, platformId: platformIds[provider] ?? null })),
    }))
}
