import { useState } from 'react'
import { HOUR_MS } from '#core/duration.ts'
import { useAskNow } from '#web/kit/ask.ts'
import { now } from '#web/kit/clock.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useFormat, useZone } from '#web/kit/format.ts'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { sessionsContract, type RaceView } from '../../contract.ts'
import { nextStartStep } from '../../rules.ts'
import { weekAfter } from '../../rules/copies.ts'
import { openingAt } from '../choices/opening.ts'
import { bodyOf, formOf } from '../form/form-state.ts'
import { StartField } from '../form/start-field.tsx'
import css from '../sessions.module.css'

const WEEK_MS = 7 * 24 * HOUR_MS

type Start = { readonly startsAt: string | null }

/** Another start, and nothing else of the event. */
export function MoveDialog({ event, onClose }: { readonly event: RaceView; readonly onClose: () => void }) {
  const text = useTexts('sessions')
  const form = useTexts('sessions-form')
  const format = useFormat()
  const askNow = useAskNow()
  const move = useSend(sessionsContract.EditSession, { said: text('admin.moved') })
  const edit = useEdit<Start, { readonly event: RaceView }>({
    present: versionOf(event),
    ask: async () => versionOf(await askNow(sessionsContract.race, { id: event.id })),
    // whatever else somebody has changed meanwhile stays
    save: ({ v, values }, seen) => {
      const registrationOpensAt = openingAt(openingOf(seen.event), values.startsAt, now())
      return move.attempt(bodyOf({ ...formOf(seen.event), ...values, registrationOpensAt }, event.leagueId), { id: event.id, v })
    },
    naming: {
      label: () => form('form.startsAt'),
      show: (_, value) => (typeof value === 'string' ? format.date(value, 'dateTime', true) : undefined),
    },
    onDone: onClose,
  })
  const { startsAt } = edit.values
  const opensAt = openingAt(openingOf(event), startsAt, now())
  // what the new start does not fit has no field here
  const refusal = move.refusal?.field != null && move.refusal.field !== 'startsAt' ? move.refusal : null
  return (
    <Dialog
      title={text('admin.moveTitle', { name: event.sessionName })}
      size="small"
      onClose={onClose}
      actions={
        <Button look="primary" busy={edit.isSaving} disabled={startsAt === null || !edit.isTouched} onClick={() => void edit.save()}>
          {text('admin.move')}
        </Button>
      }
    >
      <FormNotes of={edit.notes} />
      {event.taken > 0 && <p>{text(event.driverSwap ? 'admin.moveTeams' : 'admin.moveWords', { count: event.taken })}</p>}
      <StartField value={startsAt} onChange={(next) => edit.put({ startsAt: next })} error={move.errorAt('startsAt')} />
      {opensAt && opensAt !== event.chosenRegistrationOpensAt && <p>{text('admin.moveOpens', { when: format.date(opensAt, 'dateTime', true) })}</p>}
      <div role="alert">{refusal && <p className={css.refused}>{refusal.message}</p>}</div>
    </Dialog>
  )
}

const openingOf = (event: RaceView) => ({
  status: event.status,
  startsAt: event.startsAt,
  registrationOpensAt: event.chosenRegistrationOpensAt ?? null,
})
const versionOf = (event: RaceView) => ({ v: event.v, values: { startsAt: event.startsAt }, event })

/** A copy a week later, unless another start is picked. */
export function DuplicateDialog({ event, onClose }: { readonly event: RaceView; readonly onClose: () => void }) {
  const text = useTexts('sessions')
  const go = useGo()
  const zone = useZone()
  const [startsAt, setStartsAt] = useState<string | null>(() => {
    const weekLater = weekAfter(event.startsAt, zone)
    return new Date(weekLater.getTime() > now() ? weekLater : nextStartStep(now() + WEEK_MS)).toISOString()
  })
  const duplicate = useSend(sessionsContract.DuplicateSession, {
    said: text('admin.duplicated'),
    onDone: ({ aggregateId }) => go(`/events/${aggregateId}`),
  })
  return (
    <Dialog
      title={text('admin.duplicateTitle', { name: event.sessionName })}
      size="small"
      onClose={onClose}
      actions={
        <Button
          look="primary"
          busy={duplicate.isSending}
          disabled={startsAt === null}
          onClick={() => startsAt && void duplicate.send({ startsAt }, { id: event.id, v: event.v })}
        >
          {text('admin.duplicate')}
        </Button>
      }
    >
      <p>{text('admin.duplicateWords')}</p>
      <StartField value={startsAt} onChange={setStartsAt} error={duplicate.errorAt('startsAt')} />
    </Dialog>
  )
}
