import type { ReactNode } from 'react'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import type { CorrectionView } from '../contract.ts'
import css from './corrections.module.css'
import { valueWords } from './words.ts'

export type Because = (correctionId: string) => ReactNode

/** Corrections one under the other: what each does, why, who gave it and when; what was revoked says so. */
export function Stands(props: {
  readonly label: string
  readonly all: readonly CorrectionView[]
  readonly onRevoke?: (one: CorrectionView) => void
  /** Of one that nobody gave by hand, where it comes from. */
  readonly because?: Because | undefined
}) {
  const text = useTexts('corrections')
  const format = useFormat()
  const when = (time: string) => <time dateTime={time}>{format.date(time, 'dateTime', true)}</time>
  return (
    <ul className={css.list} aria-label={props.label}>
      {props.all.map((one) => (
        <li key={one.id} className={css.one} data-revoked={one.revoked ? true : undefined}>
          <div className={css.words}>
            <p>
              <b>{text('stands.value', { kind: text(`kind.${one.kind}`), value: valueWords(one, text) })}</b>{' '}
              <span className={css.quiet}>{one.raceNo === null ? text('scope.event') : text('scope.raceNo', { no: one.raceNo })}</span>
            </p>
            <p className={css.reason}>{one.reason}</p>
            <p className={css.quiet}>
              {one.createdBy ? text('stands.by', { name: one.createdBy.name ?? text('somebody') }) : text('stands.byPlatform')} ·{' '}
              {when(one.createdAt)}
            </p>
            {one.createdBy === null && props.because && <p className={css.because}>{props.because(one.id)}</p>}
            {one.revoked && (
              <p className={css.reason}>
                {text('stands.revoked', { name: one.revoked.by ?? text('somebody'), reason: one.revoked.reason })} {when(one.revoked.at)}
              </p>
            )}
          </div>
          {!one.revoked && props.onRevoke && (
            <Button size="small" onClick={() => props.onRevoke?.(one)}>
              {text('revoke.open')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
