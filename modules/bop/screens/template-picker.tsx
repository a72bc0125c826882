import { useState } from 'react'
import type { EventView } from '#modules/sessions/contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { isRefusal } from '#web/kit/http.ts'
import { useLive } from '#web/kit/live.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { bopContract as calls } from '../contract.ts'
import { applied, fitOf, type Bop } from '../rules.ts'
import css from './bop.module.css'

/** The community's templates, those of the event's track first: takes one over, deletes it, makes a new one. */
export function TemplatePicker(props: {
  readonly event: EventView
  /** The template that fills the form; empty once a value is typed. */
  readonly value: string
  /** Told of each choice; answers whether it still stands once the template is there. */
  readonly onPick: (id: string) => () => boolean
  readonly onApply: (id: string, bops: Readonly<Record<string, Bop>>) => void
  readonly onClear: () => void
  readonly onCreate: () => void
}) {
  const { event, onApply, onClear, onCreate } = props
  const text = useTexts('bop')
  const askNow = useAskNow()
  const list = useAsk(calls.templates, { leagueId: event.leagueId, game: event.game, 'sort-first-track': event.trackId })
  const [said, setSaid] = useState('')
  const [isDeleting, setDeleting] = useState(false)
  useLive([`league:${event.leagueId}`])
  const remove = useSend(calls.Delete, {
    said: text('template.deleted'),
    handles: ['NOT_FOUND'],
    onDone: () => {
      setDeleting(false)
      onClear()
    },
  })
  const templates = list.data?.templates ?? []
  const chosen = templates.find(({ id }) => id === props.value)
  const gone = (): void => {
    setSaid(text('template.gone'))
    setDeleting(false)
    onClear()
    void list.refetch()
  }
  const apply = async (id: string): Promise<void> => {
    const isStill = props.onPick(id)
    setSaid('')
    const template = templates.find((one) => one.id === id)
    if (!template) return onClear()
    try {
      const { name, bops } = await askNow(calls.template, { id: template.id })
      // another was picked, or a value typed, meanwhile
      if (!isStill()) return
      const carIds = event.cars.map((car) => car.id)
      const { fits, lacks } = fitOf(carIds, bops)
      onApply(id, applied(carIds, bops))
      setSaid([text('template.applied', { name, count: fits }), lacks > 0 && text('template.lacks', { count: lacks })].filter(Boolean).join(' '))
    } catch (fault) {
      if (!isRefusal(fault)) throw fault
      if (isRefusal(fault, 'NOT_FOUND')) gone()
      else toast({ tone: 'bad', refusal: fault })
    }
  }
  const groupOf = (trackId: string | null): string =>
    trackId === event.trackId ? event.trackName : text(trackId === null ? 'template.anyTrack' : 'template.otherTracks')
  return (
    <div className={css.templates}>
      <SelectField
        label={text('template.label')}
        value={chosen?.id ?? ''}
        onChange={(id) => void apply(id)}
        choices={[
          { value: '', label: text(templates.length > 0 ? 'template.none' : 'template.noneYet') },
          ...templates.map(({ id, name, trackId, trackName }) => ({
            value: id,
            label: trackName === null || trackId === event.trackId ? name : `${name} · ${trackName}`,
            group: groupOf(trackId),
          })),
        ]}
      />
      <Button disabled={!chosen} onClick={() => setDeleting(true)}>
        {text('template.delete')}
      </Button>
      <Button onClick={onCreate}>{text('template.create')}</Button>
      <p role="status" className={css.said}>
        {said}
      </p>
      {isDeleting && chosen && (
        <ConfirmDialog
          title={text('template.deleteTitle', { name: chosen.name })}
          confirm={text('template.delete')}
          busy={remove.isSending}
          onConfirm={async () => {
            if (!(await remove.send({}, { id: chosen.id }))) gone()
          }}
          onClose={() => setDeleting(false)}
        >
          {text('template.deleteWords')}
        </ConfirmDialog>
      )}
    </div>
  )
}
