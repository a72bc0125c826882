import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'
import type { EntryList } from '../../contract.ts'
import css from '../entries.module.css'
import { useUnderWay } from '../mine/under-way.ts'
import type { Leave } from '../next-action.ts'

const WatchDialog = lazyPart(() => import('./watch-dialog.tsx'), 'WatchDialog')
const LeaveWatchDialog = lazyPart(() => import('./leave-watch-dialog.tsx'), 'LeaveWatchDialog')

/** Beside what a driver can do next, the way to watch; for who watches that, and the one thing to do about it. */
export function Watching({ list, leave }: { readonly list: EntryList; readonly leave?: Leave }) {
  const text = useTexts('entries')
  const [isOpen, setOpen] = useUnderWay(`${leave === undefined ? 'watch' : 'leave-watch'}:${list.sessionId}`)
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  if (leave === undefined)
    return (
      <>
        <Button onClick={open} onPointerEnter={() => void WatchDialog.preload()}>
          {text('next.watch')}
        </Button>
        {isOpen && <WatchDialog list={list} onClose={close} />}
      </>
    )
  return (
    <Card className={css.mine}>
      <div className={css.state} aria-live="polite">
        <p>
          <strong>{text('state.watches')}</strong>
        </p>
        {leave !== 'closed' && (
          <p className={css.quiet}>
            {text(leave === 'yes' ? 'state.leaveUntil' : 'next.tooLateToLeave')} <StartTime at={list.cancelUntil} short />
          </p>
        )}
      </div>
      {leave !== 'closed' && (
        <StickyAction>
          <Button disabled={leave === 'tooLate'} onClick={open}>
            {text('next.stopWatching')}
          </Button>
        </StickyAction>
      )}
      {isOpen && <LeaveWatchDialog list={list} onClose={close} />}
    </Card>
  )
}
