import { useId, useState } from 'react'
import { now } from '#web/kit/clock.ts'
import { useZone } from '#web/kit/format.ts'
import { useGo } from '#web/kit/navigation.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DateField } from '#web/ui/form/date-time-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract as calls } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { TOURNAMENT } from '../../rules.ts'
import { earliest, firstPlan, latest } from './typed.ts'

/** The same season once more, with or without its calendar. */
export function AgainDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('tournaments-planner')
  const form = useId()
  const go = useGo()
  const timeZone = useZone()
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [withRounds, setWithRounds] = useState(season.sessions.length > 0)
  const [typedDay, setFirstDay] = useState<string | null>(null)
  const usual = firstPlan(season, timeZone, now()).firstDay
  const firstDay = typedDay ?? (usual < earliest(timeZone, now()) ? firstPlan({ sessions: [] }, timeZone, now()).firstDay : usual)
  const again = useSend(calls.DuplicateTournament, {
    said: text('againDone'),
    refresh: false,
    onDone: ({ aggregateId }) => go(tournamentPath({ id: aggregateId, type: season.type })),
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
      <p>{text('againWords')}</p>
      <Form id={form} onSubmit={send}>
        <TextField
          label={text('againName')}
          value={name}
          maxLength={TOURNAMENT.name[1]}
          error={isChecked && !isNamed ? text('missing') : again.errorAt('name')}
          onChange={setName}
        />
        {season.sessions.length > 0 && (
          <SwitchField label={text('againRounds')} hint={text('againRoundsHint')} value={withRounds} onChange={setWithRounds} />
        )}
        {withRounds && (
          <DateField
            label={text('firstDay')}
            value={firstDay}
            min={earliest(timeZone, now())}
            max={latest(timeZone, now())}
            error={isChecked && firstDay === '' ? text('missing') : refusal?.field && refusal.field !== 'name' ? refusal.message : undefined}
            onChange={setFirstDay}
          />
        )}
      </Form>
    </Dialog>
  )
}
