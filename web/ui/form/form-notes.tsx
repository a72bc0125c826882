import type { EditNotes } from '#web/kit/edit/edit.ts'
import type { DraftNotes } from '#web/kit/edit/typed.ts'
import { useFormat } from '#web/kit/format.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '../action/button.tsx'
import css from './form.module.css'

const ConflictView = lazyPart(() => import('./conflict-view.tsx'), 'ConflictView')
const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'), 'LeaveDialog')

/** What a form says above its fields: the draft it found, what somebody else changed meanwhile, and whether to leave. */
export function FormNotes({ of }: { readonly of: DraftNotes | EditNotes }) {
  const text = useTexts('web')
  const format = useFormat()
  return (
    <>
      {of.foundAt !== null && (
        <div className={css.draft} role="status">
          <p>{text('edit.draftFound', { at: format.date(of.foundAt) })}</p>
          <Button size="small" onClick={of.goOn}>
            {text('edit.goOn')}
          </Button>
          <Button size="small" look="ghost" onClick={of.startAnew}>
            {text('edit.startAnew')}
          </Button>
        </div>
      )}
      {'conflict' in of && of.conflict && (
        <ConflictView key={of.conflict.v} conflict={of.conflict} naming={of.naming} isSaving={of.isSaving} onSave={of.save} />
      )}
      {of.leaving && <LeaveDialog answer={of.leaving} />}
    </>
  )
}
