import type { LeavingQuestion } from '#web/kit/edit/leaving.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '../action/button.tsx'
import { Dialog } from '../overlay/dialog.tsx'

/** Asks before something typed is lost. */
export function LeaveDialog({ answer }: { readonly answer: LeavingQuestion }) {
  const text = useTexts('web')
  return (
    <Dialog
      title={text('edit.leaveTitle')}
      size="small"
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(true)}>{text('edit.leave')}</Button>
          <Button look="primary" onClick={() => answer(false)}>
            {text('edit.stay')}
          </Button>
        </>
      }
    >
      <p>{text('edit.leaveWords')}</p>
    </Dialog>
  )
}
