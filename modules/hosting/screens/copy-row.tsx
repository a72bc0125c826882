import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import css from './server-panel.module.css'

/** A name and its value, copied with one tap. */
export function CopyRow(props: {
  readonly name: string
  readonly value: string
  readonly copied: string
  readonly secret?: boolean
  readonly country?: string
}) {
  return (
    <div className={css.field}>
      <dt>
        {props.country && <Flag country={props.country} plain size="small" />} {props.name}
      </dt>
      <dd>
        <span className={props.secret ? css.secret : undefined}>{props.value}</span>
        <CopyButton what={props.name} value={props.value} said={props.copied} />
      </dd>
    </div>
  )
}
