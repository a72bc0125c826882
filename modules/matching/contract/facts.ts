import { fact } from '#core/joint.ts'
import type { DriverMatchId, UserId } from '#core/ids.ts'
import { topicsOf, type AtSession } from '#modules/sessions/contract/facts.ts'

/** `people`: whose results are otherwise by it. */
type Matched = AtSession & { readonly matchId: DriverMatchId; readonly userId: UserId; readonly people: readonly UserId[] }

const shown = (data: Matched) => ({
  id: data.sessionId,
  leagueId: data.leagueId,
  topics: [...topicsOf(data), ...new Set([...data.people, data.userId].map((id) => `user:${id}`))],
})

export const DriverMatched = fact('DriverMatched', 'session', shown)
export const DriverUnmatched = fact('DriverUnmatched', 'session', shown)
