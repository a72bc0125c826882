import type { ReplyOf } from '#core/contract.ts'
import type { SessionId } from '#core/ids.ts'
import { LOG_TELLS } from '#games/log/log.ts'
import type { GameId } from '#games/game.ts'
import { peopleOf } from '#modules/accounts/door.ts'
import { loggedIncidents, type Involved, type Looked } from '#modules/race-log/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { protestsContract } from '../contract.ts'
import { INCIDENT_KINDS, isIncident, LAPS_AROUND } from '../rules.ts'
import type { ReportRow } from './rows.ts'

const MOST = 200
type Logged = ReplyOf<typeof protestsContract.incidents>

/** Incidents of a segment with the names of who was in them; of a team its own. */
export async function incidentsOf(db: Reader, game: string, looked: Omit<Looked, 'kinds' | 'limit'>): Promise<Logged> {
  const { incidents, total } = await loggedIncidents(db, { ...looked, kinds: INCIDENT_KINDS, limit: MOST })
  const people = await peopleOf(db, [...new Set(incidents.flatMap(({ who, other }) => [...who.userIds, ...(other?.userIds ?? [])]))])
  const named = ({ userIds, name }: Involved) => {
    const [id] = userIds
    return { ids: [...userIds], name: userIds.length === 1 ? (people.get(id!)?.name ?? null) : name }
  }
  return {
    incidents: incidents.map(({ who, other, ...one }) => ({ ...one, who: named(who), other: other && named(other) })),
    total,
    isTold: LOG_TELLS[game as GameId].some(isIncident),
  }
}

/** Of a report both drivers, around its lap where it says one. */
export const lookedOf = (row: ReportRow) => {
  const { sessionId, segmentIndex, splitNo, lapNumber, reporter, reportee } = row
  const laps = lapNumber === null ? undefined : { from: lapNumber - LAPS_AROUND, to: lapNumber + LAPS_AROUND }
  return { sessionId: sessionId as SessionId, segmentIndex, splitNo, userIds: [reporter.id, reportee.id], laps }
}
