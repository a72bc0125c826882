import { useId, type ComponentProps, type ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

type Edit = { readonly isSaving: boolean; readonly save: () => Promise<unknown>; readonly notes: ComponentProps<typeof FormNotes>['of'] }

/** What admins change of a season, in a dialog: the fields, and what stands around every such form. */
export function EditDialog(props: { readonly title: string; readonly edit: Edit; readonly onClose: () => void; readonly children: ReactNode }) {
  const text = useTexts('tournaments-page')
  const form = useId()
  const { edit, onClose } = props
  return (
    <Dialog
      title={props.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('form.back')}</Button>
          <Button look="primary" type="submit" form={form} busy={edit.isSaving}>
            {text('form.save')}
          </Button>
        </>
      }
    >
      <FormNotes of={edit.notes} />
      <Form id={form} onSubmit={async () => void (await edit.save())}>
        {props.children}
      </Form>
    </Dialog>
  )
}
