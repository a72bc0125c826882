import { useId } from 'react'
import { useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useFormat } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { FieldPair, Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundView } from '../contract/shapes.ts'
import { ROUND } from '../rules.ts'

type Typed = { readonly name: string; readonly shortName: string; readonly startDate: string | null }
const LABELS = { name: 'form.name', shortName: 'form.shortName', startDate: 'form.start' } as const satisfies Record<keyof Typed, string>

const versionOf = ({ v, name, shortName, startDate }: RoundView): Version<Typed> => ({ v, values: { name, shortName, startDate } })

/** Name, short name and start: two orders, the second over the version of the first. */
export function RoundEdit({ round, onClose }: { readonly round: RoundView; readonly onClose: () => void }) {
  const text = useTexts('rounds-page')
  const format = useFormat()
  const form = useId()
  const askNow = useAskNow()
  const rename = useSend(roundsContract.RenameRound)
  const move = useSend(roundsContract.ChangeRoundStartDate)
  const edit = useEdit<Typed>({
    draft: `round ${round.id}`,
    present: versionOf(round),
    ask: async () => versionOf(await askNow(roundsContract.round, { id: round.id })),
    save: async ({ v, base, values: { name, shortName, startDate } }) => {
      let at = v
      if (name !== base.name || shortName !== base.shortName) {
        const renamed = await rename.attempt({ name, shortName }, { id: round.id, v: at })
        if (!('reply' in renamed)) return renamed
        at = renamed.reply.v
      }
      if (startDate === null || startDate === base.startDate) return { reply: { v: at } }
      return move.attempt({ startDate }, { id: round.id, v: at })
    },
    naming: {
      label: ([key]) => text(LABELS[key as keyof Typed]),
      show: ([key], value) => (key === 'startDate' && typeof value === 'string' ? format.date(value, 'dateTime') : undefined),
    },
    onDone: onClose,
  })
  const { values, put } = edit
  return (
    <Dialog
      title={text('admin.editTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('admin.back')}</Button>
          <Button look="primary" type="submit" form={form} busy={edit.isSaving}>
            {text('admin.save')}
          </Button>
        </>
      }
    >
      <FormNotes of={edit.notes} />
      <Form id={form} onSubmit={async () => void (await edit.save())}>
        <FieldPair>
          <TextField
            label={text('form.name')}
            value={values.name}
            maxLength={ROUND.name[1]}
            error={rename.errorAt('name')}
            onChange={(name) => put({ name })}
          />
          <TextField
            label={text('form.shortName')}
            value={values.shortName}
            maxLength={ROUND.shortName[1]}
            error={rename.errorAt('shortName')}
            onChange={(shortName) => put({ shortName })}
          />
        </FieldPair>
        <DateTimeField
          label={text('form.start')}
          hint={text('form.startHint')}
          value={values.startDate}
          error={move.errorAt('startDate')}
          onChange={(startDate) => put({ startDate })}
        />
      </Form>
    </Dialog>
  )
}
