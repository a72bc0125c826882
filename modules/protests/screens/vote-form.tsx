import { Fragment } from 'react'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { Markdown } from '#web/ui/data/markdown.tsx'
import { PROTEST_TEXT } from '../rules.ts'
import css from './protests.module.css'
import { isOfNextRace, type Vote } from './use-vote.ts'
import { penaltiesWords, penaltyWords } from './words.ts'

/** Keys of the penalties in their order: 1 to 9, 0, then S. */
export const PENALTY_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 's'] as const

/** Verdict and reason: penalties of the catalogue with their keys, saved phrases, a counter under the reason. */
export function VoteFields({ vote, withKeys = false }: { readonly vote: Vote; readonly withKeys?: boolean }) {
  const { text, kinds, penalties } = vote
  return (
    <div className={css.vote} data-vote>
      <FormNotes of={vote.draft.notes} />
      {[false, true].map((isNext) => {
        const shown = kinds.flatMap((kind, index) => (isOfNextRace(kind) === isNext ? [{ kind, index }] : []))
        if (shown.length === 0) return <Fragment key={String(isNext)} />
        return (
          <fieldset key={String(isNext)} className={css.kinds}>
            <legend>{text(isNext ? 'review.nextRace' : 'review.thisRace')}</legend>
            {shown.map(({ kind, index }) => (
              <button
                key={kind}
                type="button"
                aria-pressed={penalties.some((one) => one.kind === kind)}
                className={css.kind}
                onClick={() => vote.give(kind)}
              >
                {withKeys && <kbd aria-hidden="true">{PENALTY_KEYS[index]?.toUpperCase()}</kbd>} {text(`penalty.${kind}`)}
              </button>
            ))}
          </fieldset>
        )
      })}
      {penalties.map((one) => {
        const amounts = vote.amountsOf(one.kind)
        if (amounts.length === 0) return null
        return (
          <ChipChoice
            key={one.kind}
            label={`${text('review.amount')} (${text(`penalty.${one.kind}`)})`}
            value={String(one.amount)}
            onChange={(amount) => vote.setAmount(one.kind, Number(amount))}
            choices={amounts.map((amount) => ({ value: String(amount), label: penaltyWords(text, { ...one, amount }) }))}
          />
        )
      })}
      {vote.mayAdd && (
        <button type="button" aria-pressed={vote.isAdding} className={css.kind} onClick={vote.add}>
          {withKeys && <kbd aria-hidden="true">P</kbd>} {text('review.second')}
        </button>
      )}
      {vote.isAdding && (
        <p className={css.quiet} role="status">
          {text('review.chooseSecond')}
        </p>
      )}
      <TextArea
        label={text('review.reason')}
        hint={text('review.reasonHint', PROTEST_TEXT)}
        rows={4}
        maxLength={PROTEST_TEXT.max}
        value={vote.note}
        onChange={vote.type}
        error={vote.noteError}
      />
      {vote.catalogue.phrases.length > 0 && (
        <fieldset className={css.phrases} data-phrases>
          <legend className="unseen">{text('review.phrases')}</legend>
          {vote.catalogue.phrases.map((phrase) => (
            <button
              key={phrase}
              type="button"
              onClick={(event) => {
                vote.say(phrase)
                // it goes on being typed, and is sent from there
                event.currentTarget.closest('[data-vote]')?.querySelector('textarea')?.focus()
              }}
            >
              {phrase}
            </button>
          ))}
        </fieldset>
      )}
      {vote.catalogue.guide !== '' && (
        <details className={css.guide}>
          <summary>{text('review.guide')}</summary>
          <Markdown>{vote.catalogue.guide}</Markdown>
        </details>
      )}
    </div>
  )
}

/** Accept or reject, chosen and then sent: nobody votes by one key pressed by mistake. */
export function VoteChoice({ vote, withKeys = false }: { readonly vote: Vote; readonly withKeys?: boolean }) {
  const { text, decision, penalties } = vote
  return (
    <fieldset className={css.choice}>
      <legend className="unseen">{text('review.decision')}</legend>
      <button type="button" aria-pressed={decision === 'REJECT'} className={css.kind} onClick={() => vote.decide('REJECT')}>
        {text('review.reject')} {withKeys && <kbd aria-hidden="true">R</kbd>}
      </button>
      <button type="button" aria-pressed={decision === 'ACCEPT'} className={css.kind} onClick={() => vote.decide('ACCEPT')}>
        {text('review.accept')}
        {penalties.length > 0 && !vote.isAppeal ? `, ${penaltiesWords(text, penalties)}` : ''} {withKeys && <kbd aria-hidden="true">A</kbd>}
      </button>
    </fieldset>
  )
}
