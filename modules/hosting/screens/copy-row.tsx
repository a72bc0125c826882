import { IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import css from './server-panel.module.css'

/** A name and its value, copied with one tap. */
export function CopyRow(props: {
  readonly name: string
  readonly value: string
  readonly copied: string
  readonly secret?: boolean
  readonly country?: string
}) {
  const text = useTexts('hosting')
  const copy = useCopy()
  return (
    <div className={css.field}>
      <dt>
        {props.country && <Flag country={props.country} plain size="small" />} {props.name}
      </dt>
      <dd>
        <span className={props.secret ? css.secret : undefined}>{props.value}</span>
        <IconButton label={text('copy.label', { what: props.name })} onClick={() => copy(props.value, props.copied)}>
          <Icon name="copy" />
        </IconButton>
      </dd>
    </div>
  )
}

/** Copies a value and says so. */
export function useCopy(): (value: string, said: string) => void {
  const text = useTexts('hosting')
  return (value, said) =>
    void navigator.clipboard.writeText(value).then(
      () => toast({ tone: 'good', text: said }),
      () => toast({ tone: 'bad', text: text('copy.failed') }),
    )
}
