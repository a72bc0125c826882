import type { CorrectionId, UserId } from '#core/ids.ts'
import { fact } from '#core/joint.ts'
import { topicsOf, type AtSession } from '#modules/sessions/contract/facts.ts'
import type { CorrectionKind } from '../rules.ts'

type Given = AtSession & {
  readonly correctionId: CorrectionId
  readonly kind: CorrectionKind
  readonly raceNo: number | null
  readonly value: number | null
  readonly reason: string
  /** Whom it concerns. */
  readonly people: readonly UserId[]
}

const about = (data: Given) => ({
  id: data.sessionId,
  leagueId: data.leagueId,
  topics: [...topicsOf(data), ...data.people.map((id) => `user:${id}`)],
})

export const ResultCorrected = fact('ResultCorrected', 'session', about)
export const CorrectionRevoked = fact('CorrectionRevoked', 'session', about)
