import { useId, useState } from 'react'
import type { UserId } from '#core/ids.ts'
import { CORRECTION_REASON, MOST_POINTS, mayBeAdded } from '#modules/corrections/rules.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract as calls } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import type { StandingsRowView, StandingsView } from '../../contract/standings.ts'
import { figure } from '../words.ts'

type Subject = { readonly driverId: UserId } | { readonly teamName: string }

/** Whose points by hand a row can have; null: a nation's, or somebody's who erased the account. */
export function subjectOf(of: StandingsView['of'], { driverId, name }: StandingsRowView): Subject | null {
  if (of === 'DRIVERS') return driverId === null ? null : { driverId }
  return of === 'TEAMS' && name !== null ? { teamName: name } : null
}

type Asked = { readonly season: MemberView; readonly onBack: () => void; readonly onDone: () => void }
/** What a form begins with (product.md §5): -1 for points. */
const FIRST = { points: -1 as number | null, reason: '' }

/** Points of the season for a driver or a team, beside all races. */
export function GivePoints({ season, subject, name, onBack, onDone }: Asked & { readonly subject: Subject; readonly name: string }) {
  const text = useTexts('tournaments-points')
  const form = useId()
  const { values, put, notes, done } = useDraft(FIRST, { draft: `season points ${season.id} ${Object.values(subject).join()}` })
  const give = useSend(calls.AddSeasonPoints, {
    said: text('hand.given'),
    onDone: () => {
      done()
      onDone()
    },
  })
  const { points, reason } = values
  const isWhole = mayBeAdded('ADJUSTMENT', points, reason)
  return (
    <Dialog
      title={text('hand.giveTitle', { name })}
      size="small"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>{text('hand.close')}</Button>
          <Button look="primary" type="submit" form={form} busy={give.isSending} disabled={!isWhole}>
            {text('hand.send')}
          </Button>
        </>
      }
    >
      <FormNotes of={notes} />
      <Form
        id={form}
        onSubmit={async () => void (isWhole && (await give.send({ ...subject, points: points!, reason }, { id: season.id, v: season.v })))}
      >
        <p>{text('hand.giveWords', { name })}</p>
        <NumberField
          label={text('hand.points')}
          hint={text('hand.pointsHint')}
          value={points}
          min={-MOST_POINTS}
          max={MOST_POINTS}
          step={0.5}
          error={give.errorAt('points')}
          onChange={(typed) => put({ points: typed })}
        />
        <Reason value={reason} error={give.errorAt('reason')} onChange={(typed) => put({ reason: typed })} />
      </Form>
    </Dialog>
  )
}

/** Asks why points by hand are taken back. */
export function RevokePoints({ season, given, onBack, onDone }: Asked & { readonly given: StandingsRowView['byHand'][number] }) {
  const text = useTexts('tournaments-points')
  const [reason, setReason] = useState('')
  const revoke = useSend(calls.RevokeSeasonPoints, { said: text('hand.backDone'), onDone })
  return (
    <ConfirmDialog
      title={text('hand.backTitle', { points: figure(given.points) })}
      confirm={text('hand.back')}
      ready={reason.trim() !== ''}
      busy={revoke.isSending}
      onConfirm={() => void revoke.send({ adjustmentId: given.id, reason }, { id: season.id, v: season.v })}
      onClose={onBack}
    >
      <p>{text('hand.backWords')}</p>
      <Reason value={reason} error={revoke.errorAt('reason')} onChange={setReason} />
    </ConfirmDialog>
  )
}

/** Why, as everybody reads it. */
function Reason(props: { readonly value: string; readonly error: string | undefined; readonly onChange: (typed: string) => void }) {
  const text = useTexts('tournaments-points')
  return <TextArea label={text('hand.reason')} hint={text('hand.reasonHint')} rows={3} maxLength={CORRECTION_REASON.max} {...props} />
}
