import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { protestsContract as calls, type ReportView } from '../contract.ts'
import type { Decision } from '../rules.ts'
import { DEFAULT_CATALOGUE, isInRace, NEXT_RACE, PENALTY_CATALOGUE, type Catalogue, type Penalty, type PenaltyKind } from '../rules/penalty.ts'
import { textFault } from './words.ts'

const START = { decision: null as Decision | null, note: '', penalty: null as Penalty | null }

/** What the community's stewards choose from, as its admins have set it. */
export function useCatalogue(leagueId: LeagueId): Catalogue {
  const place = { leagueId, configType: PENALTY_CATALOGUE, scope: 'LEAGUE' as const, scopeEntityId: leagueId }
  return (useAsk(leaguesContract.leagueConfig, place).data?.config as Catalogue | undefined) ?? DEFAULT_CATALOGUE
}

/** A steward's vote as it is made: kept as a draft for each report, sent once. */
export function useVote(report: ReportView, onDone: () => void) {
  const text = useTexts('protests')
  const catalogue = useCatalogue(report.leagueId)
  const isAppeal = report.status === 'APPEALED'
  const draft = useDraft(START, { draft: `protest-vote ${report.id} ${isAppeal ? 2 : 1}` })
  const { decision, note, penalty } = draft.values
  const vote = useSend(calls.ReviewReport, {
    said: text('review.sent'),
    onDone: () => {
      draft.done()
      onDone()
    },
  })
  const fault = textFault(text, note)
  const isRight = decision !== null && fault === null && report.may.review
  const amountsOf = (kind: PenaltyKind): readonly number[] => catalogue.penalties.find((one) => one.kind === kind)?.amounts ?? []
  return {
    text,
    draft,
    catalogue,
    isAppeal,
    decision,
    note,
    penalty,
    isRight,
    isSending: vote.isSending,
    noteError: vote.errorAt('note') ?? (note === '' ? null : fault),
    amounts: penalty ? amountsOf(penalty.kind) : [],
    /** In the order of their keys: those of this race first. */
    kinds: isAppeal ? [] : ordered(catalogue),
    decide: (next: Decision) => draft.put({ decision: next }),
    /** The one that is chosen is let go by choosing it again; one that is given accepts the report. */
    give: (kind: PenaltyKind) =>
      draft.put(penalty?.kind === kind ? { penalty: null } : { penalty: { kind, amount: amountsOf(kind)[0] ?? null }, decision: 'ACCEPT' }),
    setAmount: (amount: number) => draft.put({ penalty: penalty && { ...penalty, amount } }),
    type: (typed: string) => draft.put({ note: typed }),
    add: (phrase: string) => draft.put({ note: note.trim() === '' ? phrase : `${note.trimEnd()} ${phrase}` }),
    send: async (): Promise<void> => {
      if (!isRight) return
      const penalties = decision === 'ACCEPT' && !isAppeal && penalty ? [penalty] : []
      await vote.send({ decision, note: note.trim(), penalties }, { id: report.id })
    },
  }
}
export type Vote = ReturnType<typeof useVote>

export const isOfNextRace = (kind: PenaltyKind): boolean => NEXT_RACE.includes(kind)
const weight = (kind: PenaltyKind): number => (isOfNextRace(kind) ? 2 : isInRace(kind) ? 1 : 0)
const ordered = ({ penalties }: Catalogue): readonly PenaltyKind[] => penalties.map(({ kind }) => kind).toSorted((a, b) => weight(a) - weight(b))
