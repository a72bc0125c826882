import { useState } from 'react'
import { useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useSend } from '#web/kit/send.ts'
import { EditDialog } from '../edit-dialog.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { tournamentsContract as calls } from '../../contract.ts'
import type { MemberView, TournamentView } from '../../contract/shapes.ts'
import { BALLAST_BY, type SuccessBallast } from '../../rules/ballast.ts'
import css from '../season.module.css'

/** What the first of the season carry into its next race; admins say it here. */
export function BallastRules({ season }: { readonly season: TournamentView | MemberView }) {
  const text = useTexts('seasons')
  const page = useTexts('tournaments-page')
  const [isOpen, setOpen] = useState(false)
  const ballast = season.successBallast
  const own = 'may' in season && season.may.setBallast ? season : null
  const edit = own && <Button onClick={() => setOpen(true)}>{text('ballast.edit')}</Button>
  return (
    <>
      {ballast ? (
        <Section title={text('ballast.title')}>
          <p>{text(`ballast.${ballast.by}`)}</p>
          <dl className={css.points}>
            {ballast.table
              .map((row, at) => ({ ...row, place: at + 1 }))
              .map(({ place, ballastKg, restrictor }) => (
                <div key={place}>
                  <dt>{page('cell.place', { place })}</dt>
                  <dd>
                    {[ballastKg > 0 && text('ballast.kg', { amount: ballastKg }), restrictor > 0 && text('ballast.percent', { amount: restrictor })]
                      .filter((part) => part !== false)
                      .join(' · ') || '–'}
                  </dd>
                </div>
              ))}
          </dl>
          {edit && <div>{edit}</div>}
        </Section>
      ) : (
        edit && <div>{edit}</div>
      )}
      {own && isOpen && <BallastDialog season={own} onClose={() => setOpen(false)} />}
    </>
  )
}

type Typed = { readonly by: SuccessBallast['by']; readonly kilograms: string; readonly restrictors: string }

function BallastDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('seasons')
  const askNow = useAskNow()
  const [isChecked, setChecked] = useState(false)
  const change = useSend(calls.SetSuccessBallast, { said: text('ballast.saved') })
  const edit = useEdit<Typed>({
    draft: `ballast ${season.id}`,
    present: versionOf(season),
    ask: async () => versionOf((await askNow(calls.tournament, { id: season.id })) as MemberView),
    save: async ({ v, values }) => {
      setChecked(true)
      const typed = tableOf(values)
      if (typed === undefined) return null
      return change.attempt({ successBallast: typed && { by: values.by, table: [...typed] } }, { id: season.id, v })
    },
    naming: { label: ([key = '']) => (key === 'by' ? text('ballast.by') : text(key === 'kilograms' ? 'ballast.kilograms' : 'ballast.restrictors')) },
    onDone: onClose,
  })
  const { values, put } = edit
  const wrong = (typed: string): string | undefined => (isChecked && figures(typed) === null ? text('ballast.wrong') : undefined)
  return (
    <EditDialog title={text('ballast.title')} edit={edit} onClose={onClose}>
      <SelectField
        label={text('ballast.by')}
        value={values.by}
        choices={BALLAST_BY.map((value) => ({ value, label: text(`ballast.in${value}`) }))}
        onChange={(by) => put({ by: by as Typed['by'] })}
      />
      <TextField
        label={text('ballast.kilograms')}
        hint={text('ballast.hint')}
        optional
        value={values.kilograms}
        error={wrong(values.kilograms) ?? change.errorAt('successBallast')}
        onChange={(kilograms) => put({ kilograms })}
      />
      <TextField
        label={text('ballast.restrictors')}
        hint={text('ballast.hint')}
        optional
        value={values.restrictors}
        error={wrong(values.restrictors)}
        onChange={(restrictors) => put({ restrictors })}
      />
    </EditDialog>
  )
}

const versionOf = ({ v, successBallast }: MemberView): Version<Typed> => ({
  v,
  values: {
    by: successBallast?.by ?? 'LAST_ROUND',
    kilograms: typed(successBallast?.table.map(({ ballastKg }) => ballastKg)),
    restrictors: typed(successBallast?.table.map(({ restrictor }) => restrictor)),
  },
})

/** Trailing zeros say nothing. */
const typed = (amounts: readonly number[] = []): string => amounts.slice(0, amounts.findLastIndex((amount) => amount > 0) + 1).join(' ')

/** `null`: these are no whole figures. */
function figures(text: string): readonly number[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return parts.every((part) => /^\d{1,3}$/.test(part)) ? parts.map(Number) : null
}

/** `null`: nobody carries anything; `undefined`: it cannot be read. */
function tableOf({ kilograms, restrictors }: Typed): SuccessBallast['table'] | null | undefined {
  const [kg, percent] = [figures(kilograms), figures(restrictors)]
  if (!kg || !percent) return undefined
  const length = Math.max(kg.length, percent.length)
  return length === 0 ? null : Array.from({ length }, (_, at) => ({ ballastKg: kg[at] ?? 0, restrictor: percent[at] ?? 0 }))
}
