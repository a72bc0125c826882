import { useId, useState } from 'react'
import { now } from '#web/kit/clock.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useZone } from '#web/kit/format.ts'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DateField } from '#web/ui/form/date-time-field.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract as calls } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { TOURNAMENT } from '../../rules.ts'
import { earliest, firstPlan, latest } from './typed.ts'

type Typed = { readonly name: string; readonly withRounds: boolean; readonly firstDay: string | null }

/** The same season once more, with or without its calendar. */
export function AgainDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('tournaments-planner')
  const form = useId()
  const go = useGo()
  const here = useZone()
  const timeZone = season.timeZone ?? here
  const [isChecked, setChecked] = useState(false)
  const { values, put, notes, done } = useDraft<Typed>(
    { name: '', withRounds: season.sessions.length > 0, firstDay: null },
    { draft: `season again ${season.id}` },
  )
  const { name, withRounds } = values
  const usual = firstPlan(season, timeZone, now()).firstDay
  const firstDay = values.firstDay ?? (usual < earliest(timeZone, now()) ? firstPlan({ sessions: [], timeZone }, timeZone, now()).firstDay : usual)
  const again = useSend(calls.DuplicateTournament, {
    said: text('againDone'),
    refresh: false,
    onDone: ({ aggregateId }) => {
      done()
      go(tournamentPath({ id: aggregateId, type: season.type }))
    },
  })
  const isNamed = name.trim().length >= TOURNAMENT.name[0]
  const send = async (): Promise<void> => {
    setChecked(true)
    if (isNamed && (!withRounds || firstDay !== ''))
      await again.send({ name: name.trim(), rounds: withRounds ? { firstDay, timeZone } : null }, { id: season.id, v: season.v })
  }
  const { refusal } = again
  return (
    <Dialog
      title={text('againTitle', { name: season.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('back')}</Button>
          <Button look="primary" type="submit" form={form} busy={again.isSending}>
            {text('againDo')}
          </Button>
        </>
      }
    >
      <FormNotes of={notes} />
      <p>{text('againWords')}</p>
      <Form id={form} onSubmit={send}>
        <TextField
          label={text('againName')}
          value={name}
          maxLength={TOURNAMENT.name[1]}
          error={isChecked && !isNamed ? text('missing') : again.errorAt('name')}
          onChange={(typed) => put({ name: typed })}
        />
        {season.sessions.length > 0 && (
          <SwitchField label={text('againRounds')} hint={text('againRoundsHint')} value={withRounds} onChange={(is) => put({ withRounds: is })} />
        )}
        {withRounds && (
          <DateField
            label={text('firstDay')}
            value={firstDay}
            min={earliest(timeZone, now())}
            max={latest(timeZone, now())}
            error={isChecked && firstDay === '' ? text('missing') : refusal?.field && refusal.field !== 'name' ? refusal.message : undefined}
            onChange={(day) => put({ firstDay: day })}
          />
        )}
      </Form>
    </Dialog>
  )
}
