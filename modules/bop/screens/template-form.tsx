import { useId, useState, type ReactNode } from 'react'
import type { RaceView } from '#modules/sessions/contract.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { bopContract as calls } from '../contract.ts'
import { TEMPLATE_NAME, type Bop } from '../rules.ts'
import css from './bop.module.css'

/** Keeps what is typed as a template of the community; the event is not changed by it. */
export function TemplateForm(props: {
  readonly event: RaceView
  /** What each car carries; `null` while anything is wrong, which is then shown. */
  readonly bops: () => Record<string, Bop> | null
  readonly children: ReactNode
  readonly onBack: () => void
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}) {
  const { event, onBack, onClose } = props
  const text = useTexts('bop')
  const form = useId()
  const [isMissing, setMissing] = useState(false)
  const { values, put, notes, done } = useDraft({ name: '', ofTrack: true }, { draft: `bop-template ${event.id}` })
  const create = useSend(calls.Create, {
    said: text('template.created'),
    onDone: ({ id }) => {
      done()
      props.onDone(id)
    },
  })
  const save = async (): Promise<void> => {
    const bops = props.bops()
    const name = values.name.trim()
    setMissing(name === '')
    if (!bops || name === '') return
    const { leagueId, game, trackId } = event
    await create.send({ leagueId, game, name, trackId: values.ofTrack ? trackId : null, bops })
  }
  return (
    <Dialog
      title={text('template.title')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>{text('template.back')}</Button>
          <Button look="primary" type="submit" form={form} busy={create.isSending}>
            {text('template.save')}
          </Button>
        </>
      }
    >
      <FormNotes of={notes} />
      <p>{text('template.words')}</p>
      <Form id={form} onSubmit={save}>
        <div className={css.named}>
          <TextField
            focused
            label={text('template.name')}
            value={values.name}
            maxLength={TEMPLATE_NAME.max}
            error={isMissing && values.name.trim() === '' ? text('template.nameMissing') : create.errorAt('name')}
            onChange={(name) => put({ name })}
          />
          <SelectField
            label={text('template.track')}
            value={values.ofTrack ? 'track' : ''}
            onChange={(track) => put({ ofTrack: track !== '' })}
            choices={[
              { value: 'track', label: event.trackName },
              { value: '', label: text('template.anyTrack') },
            ]}
          />
        </div>
      </Form>
      {props.children}
    </Dialog>
  )
}
