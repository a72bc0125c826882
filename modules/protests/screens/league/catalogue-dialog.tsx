import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import {
  AMOUNT_MOST,
  AMOUNTS,
  amountsIn,
  PENALTY_CATALOGUE,
  PENALTY_KINDS,
  PHRASES,
  type Catalogue,
  type PenaltyKind,
} from '#modules/protests/rules/penalty.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { TextArea, TextField } from '#web/ui/form/text-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import css from '../protests.module.css'

type Props = { readonly leagueId: LeagueId; readonly onClose: () => void }
type Values = { readonly amounts: Readonly<Partial<Record<PenaltyKind, string>>>; readonly phrases: string; readonly guide: string }

const placeIn = (leagueId: LeagueId) => ({ leagueId, configType: PENALTY_CATALOGUE, scope: 'LEAGUE' as const, scopeEntityId: leagueId })

/** Which penalties stewards of a community can give, the sentences they use again and again, and its rules in short; for its admins. */
export function CatalogueDialog({ leagueId, onClose }: Props) {
  const text = useTexts('protests')
  const kept = useAsk(leaguesContract.leagueConfig, placeIn(leagueId)).data
  if (kept) return <Offered leagueId={leagueId} catalogue={kept.config as Catalogue} v={kept.v} onClose={onClose} />
  return (
    <Dialog title={text('catalogue.title')} onClose={onClose}>
      <Skeleton rows={8} height={44} />
    </Dialog>
  )
}

function Offered({ leagueId, catalogue, v, onClose }: Props & { readonly catalogue: Catalogue; readonly v: number }) {
  const text = useTexts('protests')
  const askNow = useAskNow()
  const place = placeIn(leagueId)
  const save = useSend(leaguesContract.SetConfig, { said: text('catalogue.saved') })
  const edit = useEdit<Values>({
    draft: `penalty-catalogue ${leagueId}`,
    present: { v, values: typedOf(catalogue) },
    ask: async () => {
      const kept = await askNow(leaguesContract.leagueConfig, place)
      return { v: kept.v, values: typedOf(kept.config as Catalogue) }
    },
    save: ({ v: seen, values: typed }) => save.attempt({ config: catalogueOf(typed), v: seen }, place),
    naming: { label: ([key, kind]) => (kind ? text(`penalty.${kind as PenaltyKind}`) : text(`catalogue.${key as keyof Values}`)) },
    onDone: onClose,
  })
  const { values, put } = edit
  const isRight = arePhrases(values.phrases) && PENALTY_KINDS.every((kind) => areAmounts(kind, values.amounts[kind]))
  const set = (kind: PenaltyKind, typed: string | undefined) => put({ amounts: { ...values.amounts, [kind]: typed } })
  return (
    <Dialog
      title={text('catalogue.title')}
      onClose={onClose}
      actions={
        <Button type="submit" form="penalty-catalogue" look="primary" disabled={!isRight} busy={edit.isSaving}>
          {text('catalogue.save')}
        </Button>
      }
    >
      <Form id="penalty-catalogue" label={text('catalogue.title')} onSubmit={edit.save}>
        <FormNotes of={edit.notes} />
        {PENALTY_KINDS.map((kind) => {
          const typed = values.amounts[kind]
          return (
            <div key={kind} className={css.offered}>
              <CheckField
                label={text(`penalty.${kind}`)}
                value={typed !== undefined}
                onChange={(is) => set(kind, is ? (AMOUNT_MOST[kind] === undefined ? '' : '1') : undefined)}
              />
              {typed !== undefined && AMOUNT_MOST[kind] !== undefined && (
                <TextField
                  label={text('catalogue.amounts')}
                  hint={text('catalogue.amountsHint')}
                  value={typed}
                  onChange={(next) => set(kind, next)}
                  error={areAmounts(kind, typed) ? null : text('catalogue.amountsWrong', { count: AMOUNTS, most: AMOUNT_MOST[kind]! })}
                />
              )}
            </div>
          )
        })}
        <TextArea
          label={text('catalogue.phrases')}
          hint={text('catalogue.phrasesHint')}
          rows={5}
          value={values.phrases}
          onChange={(phrases) => put({ phrases })}
          error={save.errorAt('config.phrases') ?? (arePhrases(values.phrases) ? null : text('catalogue.phrasesWrong', PHRASES))}
        />
        <TextArea
          label={text('catalogue.guide')}
          hint={text('catalogue.guideHint')}
          rows={5}
          maxLength={5000}
          value={values.guide}
          onChange={(guide) => put({ guide })}
          error={save.errorAt('config.guide')}
        />
      </Form>
    </Dialog>
  )
}

const typedOf = ({ penalties, phrases, guide }: Catalogue): Values => ({
  amounts: Object.fromEntries(penalties.map(({ kind, amounts }) => [kind, amounts.join(', ')])),
  phrases: phrases.join('\n'),
  guide,
})

const linesIn = (typed: string): readonly string[] =>
  typed
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)

/** What is counted has at least one amount that there can be. */
function areAmounts(kind: PenaltyKind, typed: string | undefined): boolean {
  const most = AMOUNT_MOST[kind]
  if (typed === undefined || most === undefined) return true
  const all = amountsIn(typed)
  return all !== null && all.length > 0 && all.length <= AMOUNTS && all.every((amount) => amount >= 1 && amount <= most)
}
const arePhrases = (typed: string): boolean => {
  const lines = linesIn(typed)
  return lines.length <= PHRASES.most && lines.every((line) => [...line].length <= PHRASES.length)
}

function catalogueOf({ amounts, phrases, guide }: Values): Catalogue {
  return {
    penalties: PENALTY_KINDS.flatMap((kind) => {
      const typed = amounts[kind]
      return typed === undefined ? [] : [{ kind, amounts: AMOUNT_MOST[kind] === undefined ? [] : (amountsIn(typed) ?? []) }]
    }),
    phrases: linesIn(phrases),
    guide,
  }
}
