import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { protestsContract as calls, type ReportView } from '../contract.ts'
import type { Decision } from '../rules.ts'
import { chosenWith, isInRace, isOffered, mayAddTo, NEXT_RACE, PENALTY_CATALOGUE } from '../rules/penalty.ts'
import type { Catalogue, Penalty, PenaltyKind } from '../rules/penalty.ts'
import { textFault } from './words.ts'

const START = { decision: null as Decision | null, note: '', penalties: [] as readonly Penalty[] }

/** Until the community's own has come. */
const NOTHING: Catalogue = { penalties: [], phrases: [], guide: '' }

/** What the community's stewards choose from, as its admins have set it. */
function useCatalogue(leagueId: LeagueId): { readonly catalogue: Catalogue; readonly isThere: boolean } {
  const place = { leagueId, configType: PENALTY_CATALOGUE, scope: 'LEAGUE' as const, scopeEntityId: leagueId }
  const kept = useAsk(leaguesContract.leagueConfig, place).data
  return { catalogue: (kept?.config as Catalogue | undefined) ?? NOTHING, isThere: kept !== undefined }
}

/** A steward's vote as it is made: kept as a draft for each report, sent once. */
export function useVote(report: ReportView, onDone: () => void) {
  const text = useTexts('protests')
  const { catalogue, isThere } = useCatalogue(report.leagueId)
  const isAppeal = report.status === 'APPEALED'
  const draft = useDraft(START, { draft: `protest-vote ${report.id} ${isAppeal ? 2 : 1}` })
  const { decision, note } = draft.values
  // a draft may have what the catalogue does not offer any more
  const penalties = draft.values.penalties.filter((one) => isOffered(catalogue, one))
  // whether the next one that is chosen comes beside the first, or in its place
  const [isAdding, setAdding] = useState(false)
  const vote = useSend(calls.ReviewReport, {
    said: text('review.sent'),
    onDone: () => {
      draft.done()
      onDone()
    },
  })
  const fault = textFault(text, note)
  const isRight = decision !== null && fault === null && report.may.review && isThere
  const amountsOf = (kind: PenaltyKind): readonly number[] => catalogue.penalties.find((one) => one.kind === kind)?.amounts ?? []
  const last = penalties.at(-1)
  return {
    text,
    draft,
    catalogue,
    isAppeal,
    decision,
    note,
    penalties,
    isRight,
    isSending: vote.isSending,
    noteError: vote.errorAt('note') ?? (note === '' ? null : fault),
    amountsOf,
    /** The one that was chosen last, with the amounts there are of it. */
    last: last && { ...last, amounts: amountsOf(last.kind) },
    isAdding,
    mayAdd: mayAddTo(penalties),
    add: () => setAdding(!isAdding && mayAddTo(penalties)),
    /** In the order of their keys: those of this race first. */
    kinds: isAppeal ? [] : ordered(catalogue),
    decide: (next: Decision) => draft.put({ decision: next }),
    /** One that is chosen is let go by choosing it again; one that is given accepts the report. */
    give: (kind: PenaltyKind) => {
      const next = chosenWith(penalties, { kind, amount: amountsOf(kind)[0] ?? null }, isAdding)
      draft.put(next.length < penalties.length ? { penalties: next } : { penalties: next, decision: 'ACCEPT' })
      setAdding(false)
    },
    setAmount: (kind: PenaltyKind, amount: number) =>
      draft.put({ penalties: penalties.map((one) => (one.kind === kind ? { ...one, amount } : one)) }),
    type: (typed: string) => draft.put({ note: typed }),
    say: (phrase: string) => draft.put({ note: note.trim() === '' ? phrase : `${note.trimEnd()} ${phrase}` }),
    send: async (): Promise<void> => {
      if (!isRight) return
      const given = decision === 'ACCEPT' && !isAppeal ? [...penalties] : []
      await vote.send({ decision, note: note.trim(), penalties: given }, { id: report.id })
    },
  }
}
export type Vote = ReturnType<typeof useVote>

export const isOfNextRace = (kind: PenaltyKind): boolean => NEXT_RACE.includes(kind)
const weight = (kind: PenaltyKind): number => (isOfNextRace(kind) ? 2 : isInRace(kind) ? 1 : 0)
const ordered = ({ penalties }: Catalogue): readonly PenaltyKind[] => penalties.map(({ kind }) => kind).toSorted((a, b) => weight(a) - weight(b))
