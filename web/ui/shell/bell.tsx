import { useTexts } from '#web/kit/texts.tsx'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { Icon } from '../action/icon.tsx'
import { Link } from '../action/link.tsx'
import css from './shell.module.css'

/** The bell with the number of unread notices, which comes with the signed-in user. */
export function Bell() {
  const text = useTexts('web')
  const me = useMe()
  useLive(me ? [`user:${me.id}`] : [])
  const unread = me?.unread.notifications ?? 0
  return (
    <Link to="/notifications" className={css.bell} aria-label={unread > 0 ? text('nav.unread', { count: unread }) : text('nav.notifications')}>
      <Icon name="bell" />
      {unread > 0 && (
        <span className={css.count} aria-hidden="true">
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  )
}
