import { useId, useState } from 'react'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { correctionsContract as calls, type CorrectionView } from '../contract.ts'
import { FIRST_VALUE, kindsFor, mayBeAdded } from '../rules.ts'
import type { CorrectedRace, CorrectedRow } from './corrected-row.ts'
import { CorrectionFields, type TypedCorrection } from './correction-fields.tsx'
import css from './corrections.module.css'
import { RevokeDialog } from './revoke-dialog.tsx'
import { Stands, type Because } from './stands.tsx'

const START: TypedCorrection = { kind: 'ADJUSTMENT', value: FIRST_VALUE.ADJUSTMENT, scope: 'RACE', reason: '' }

/** An admin sees what was done to somebody's result, revokes of it, and adds to it. */
export function CorrectDialog(props: {
  readonly race: CorrectedRace
  readonly row: CorrectedRow
  readonly all: readonly CorrectionView[]
  readonly because?: Because | undefined
  readonly onClose: () => void
}) {
  const { race, row, all, because, onClose } = props
  const text = useTexts('corrections')
  const heading = useId()
  const [revoked, revoke] = useState<CorrectionView | null>(null)
  const draft = useDraft(START, { draft: `correct ${race.sessionId} ${race.raceNo} ${row.participantId}` })
  const isDone = () => {
    draft.done()
    onClose()
  }
  const adjust = useSend(calls.AddPointAdjustment, { said: text('add.said'), onDone: isDone })
  const penalise = useSend(calls.AddPenalty, { said: text('add.said'), onDone: isDone })
  const { kind, value, scope, reason } = draft.values
  const isSending = adjust.isSending || penalise.isSending
  const send = async (): Promise<void> => {
    // the row, not its driver: they may have driven another car as well
    const at = { sessionId: race.sessionId, participantId: row.participantId, reason }
    const raceIndex = race.raceNo - 1
    if (kind === 'ADJUSTMENT') await adjust.send({ ...at, scope: scope === 'OVERALL' ? scope : raceIndex, points: value ?? 0 })
    else await penalise.send({ ...at, raceIndex, ...penaltyOf({ kind, value }) })
  }
  const errorAt = (field: string) => adjust.errorAt(field) ?? penalise.errorAt(field)
  const name = row.name ?? text('somebody')
  return (
    <Dialog
      title={text('dialog.title', { name })}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('dialog.close')}</Button>
          <Button look="primary" disabled={!mayBeAdded(kind, value, reason)} busy={isSending} onClick={() => void send()}>
            {text('add.send')}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        {all.length > 0 && <Stands label={text('row.title')} all={all} because={because} onRevoke={revoke} />}
        <section className={css.stack} aria-labelledby={heading}>
          <h3 id={heading}>{text('add.title')}</h3>
          <FormNotes of={draft.notes} />
          <CorrectionFields kinds={kindsFor(row)} typed={draft.values} onChange={draft.put} errorAt={errorAt} />
        </section>
      </div>
      {revoked && <RevokeDialog correction={revoked} onClose={() => revoke(null)} />}
    </Dialog>
  )
}

type Penalty = Pick<TypedCorrection, 'kind' | 'value'>

function penaltyOf({ kind, value }: Penalty): object {
  if (kind === 'DISQUALIFICATION' || kind === 'REINSTATEMENT') return { disqualified: kind === 'DISQUALIFICATION' }
  return { [kind === 'TIME' ? 'time' : kind === 'POSITIONS' ? 'positions' : 'points']: value }
}
