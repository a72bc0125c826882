import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { FormButtons } from '#web/ui/form/form.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import type { ReachableSplit } from '../contract.ts'
import { useCopy } from '#web/ui/action/copy-button.tsx'
import css from './server-panel.module.css'

/** The file with which ACC finds a protected server: what stands in it, where it belongs, and what to do then (product.md §2). */
export function ServerListDialog(props: { readonly list: NonNullable<ReachableSplit['serverList']>; readonly onClose: () => void }) {
  const text = useTexts('sessions-page')
  const copy = useCopy()
  const content = JSON.stringify(props.list, null, 2)
  return (
    <Dialog title={text('serverList.title')} onClose={props.onClose}>
      <p>{text('serverList.why')}</p>
      <pre className={css.file} aria-label={text('serverList.content')}>
        {content}
      </pre>
      <ol className={css.steps}>
        <li>{text('serverList.step1')}</li>
        <li>{text('serverList.step2')}</li>
        <li>{text('serverList.step3')}</li>
      </ol>
      <FormButtons>
        <Button icon={<Icon name="copy" />} onClick={() => copy(content, text('serverList.copied'))}>
          {text('serverList.copy')}
        </Button>
        <ButtonLink look="primary" file download="serverList.json" to={`data:application/json,${encodeURIComponent(content)}`}>
          {text('serverList.download')}
        </ButtonLink>
      </FormButtons>
    </Dialog>
  )
}
