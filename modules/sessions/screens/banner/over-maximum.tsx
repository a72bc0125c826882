import { useTexts } from '#web/kit/texts.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import css from './event-alerts.module.css'

/** Beside the name of the participants' tab while more are in than may drive. */
export function OverMaximum() {
  const text = useTexts('sessions-page')
  return (
    <span className={css.mark} title={text('alert.overMaximumMark')}>
      <Icon name="warning" size={16} />
      <span className="unseen">{text('alert.overMaximumMark')}</span>
    </span>
  )
}
