import type { ComponentType } from 'react'
import type { TermsOfService } from '#modules/leagues/contract.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import type { EntryList } from '../contract.ts'
import type { Answers } from './answers.ts'
import css from './entries.module.css'

/** The part that shows a community's terms: it is another room's, so the page gives it. */
export type TermsPart = ComponentType<{ readonly tos: TermsOfService }>

/** What the community asks of whoever registers for one of its events: its password, its terms (product.md §5). */
export function CommunityAsks(props: {
  readonly asks: EntryList['asks']
  readonly terms: TermsPart
  readonly value: Answers
  readonly onChange: (value: Answers) => void
  readonly errorAt: (field: string) => string | undefined
}) {
  const { asks, terms: Terms, value, onChange, errorAt } = props
  const text = useTexts('entries')
  return (
    <>
      {asks.membershipPassword && (
        <PasswordField
          label={text('asks.password')}
          hint={text('asks.passwordHint')}
          value={value.membershipPassword}
          onChange={(membershipPassword) => onChange({ ...value, membershipPassword })}
          maxLength={32}
          error={errorAt('membershipPassword')}
        />
      )}
      {asks.tos !== null && (
        <fieldset className={css.asks}>
          <legend className={css.legend}>{text('asks.terms')}</legend>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <section className={css.terms} tabIndex={0} aria-label={text('asks.terms')}>
            <Terms tos={asks.tos} />
          </section>
          <CheckField
            label={text('asks.accept')}
            value={value.tos === asks.tosVersion}
            onChange={(is) => onChange({ ...value, tos: is ? asks.tosVersion : null })}
            error={errorAt('tos')}
          />
        </fieldset>
      )}
    </>
  )
}
