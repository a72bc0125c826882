import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { hostingContract } from '../../contract.ts'
import { isReachable } from '../../rules.ts'
import { linkOf } from '../access.tsx'
import { useCopy } from '#web/ui/action/copy-button.tsx'
import css from './night-server.module.css'

type Props = { readonly sessionId: SessionId; readonly eventName: string; readonly large?: boolean }

/** Of an event whose server is up, wherever its people are: its name where it is not the event's, the password to copy, the way in. */
export function NightServer({ sessionId, eventName, large }: Props) {
  const text = useTexts('hosting')
  const copy = useCopy()
  const { data: view, isPending } = useAsk(hostingContract.raceServer, { id: sessionId })
  // as high as what comes, so that the strip does not grow under a thumb
  if (isPending) {
    return (
      <span className={css.waits}>
        <Skeleton height={32} />
      </span>
    )
  }
  if (!view?.split.server || !isReachable(view.split.status)) return null
  const { split } = view
  const password = split.passwords.server ?? split.passwords.spectator
  const link = linkOf(split, view.game)
  const size = large ? 'normal' : 'small'
  return (
    <>
      <span className={css.name}>
        {split.serverName !== eventName && split.serverName}
        {password && <code>{password}</code>}
      </span>
      {password ? (
        <Button size={size} onClick={() => copy(password, text('copy.password'))}>
          {text('copy.passwordAction')}
        </Button>
      ) : (
        <Button size={size} onClick={() => copy(split.serverName, text('copy.name'))}>
          {text('copy.nameAction')}
        </Button>
      )}
      {link && (
        <Button size={size} look="primary" onClick={() => window.location.assign(link)}>
          {text('join.action')}
        </Button>
      )}
    </>
  )
}
