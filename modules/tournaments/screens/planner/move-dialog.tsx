import { useId, useState } from 'react'
import { isNotStarted } from '#modules/sessions/rules.ts'
import { useFormat, useZone } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FieldPair, Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { CheckField } from '#web/ui/form/switch-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tournamentsContract as calls } from '../../contract.ts'
import type { MemberView, RoundView } from '../../contract/shapes.ts'
import { PLANNER, weeksLater } from '../../rules/planner.ts'
import css from './planner.module.css'

/** A round, alone or with all after it, goes on by weeks, at the same time by the clocks of the season's plan; where each lands is seen before. */
export function MoveDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('tournaments-planner')
  const format = useFormat()
  const here = useZone()
  const timeZone = season.timeZone ?? here
  const form = useId()
  const coming = season.sessions.filter(({ status }) => isNotStarted(status))
  const [from, setFrom] = useState<string>(coming[0]?.sessionId ?? '')
  const [weeks, setWeeks] = useState<number | null>(1)
  const [only, setOnly] = useState(false)
  const first = coming.find(({ sessionId }) => sessionId === from)
  const moving = coming.filter((round) => (only ? round === first : first && round.startsAt >= first.startsAt))
  const count = moving.length
  const move = useSend(calls.MoveRounds, { said: text('movedDone', { count }), onDone: onClose })
  const isPossible = weeks !== null && weeks !== 0 && Math.abs(weeks) <= PLANNER.moveWeeks
  const send = async (): Promise<void> => {
    if (isPossible) await move.send({ sessionId: from as RoundView['sessionId'], only, weeks, timeZone }, { id: season.id, v: season.v })
  }
  return (
    <Dialog
      title={text('moveTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('back')}</Button>
          <Button look="primary" type="submit" form={form} busy={move.isSending} disabled={!isPossible}>
            {text('moveDo')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={send}>
        <FieldPair>
          <SelectField
            label={text(only ? 'moveRound' : 'moveFrom')}
            value={from}
            choices={coming.map(({ sessionId, name }) => ({ value: sessionId, label: name }))}
            onChange={setFrom}
          />
          <NumberField
            label={text('moveBy')}
            unit={text('weeks', { count: weeks ?? 0 })}
            value={weeks}
            min={-PLANNER.moveWeeks}
            max={PLANNER.moveWeeks}
            error={move.refusal?.field ? move.refusal.message : undefined}
            onChange={setWeeks}
          />
        </FieldPair>
        <CheckField label={text('moveOnly')} value={only} onChange={setOnly} />
        <p>
          {text('moveWords', { count })} {timeZone !== here && text('moveZone', { count, zone: timeZone.replaceAll('_', ' ') })}
        </p>
        <ul className={css.moving}>
          {moving.map(({ sessionId, name, startsAt }) => (
            <li key={sessionId}>
              <b>{name}</b>
              <span>
                <s>{format.date(startsAt, 'dateTime')}</s>{' '}
                {isPossible && format.date(weeksLater(new Date(startsAt), weeks, timeZone), 'dateTime', true)}
              </span>
            </li>
          ))}
        </ul>
      </Form>
    </Dialog>
  )
}
