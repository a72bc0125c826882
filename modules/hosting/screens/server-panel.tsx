import { useState } from 'react'
import { MINUTE_MS } from '#core/duration.ts'
import { isRestartable } from '#modules/sessions/rules.ts'
import { splitIn } from '#modules/sessions/rules/split-choice.ts'
import { Button } from '#web/ui/action/button.tsx'
import { CountdownText } from '#web/ui/data/countdown.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useMe } from '#web/kit/me.ts'
import { useAddressChoice } from '#web/kit/place/address-choice.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { hostingContract, type ServerView } from '../contract.ts'
import { isReason } from '../rules.ts'
import { Access } from './access.tsx'
import { useNight, type NightEvent } from './night/use-night.ts'
import css from './server-panel.module.css'

/** The race server in plain words: when it opens, how to get in, what went wrong. Nothing for visitors, manual races and after the end. */
export function ServerPanel({ event }: { readonly event: NightEvent }) {
  const text = useTexts('hosting')
  const view = useServer(event)
  if (!view || view.splitId === null || view.split.status === 'ENDED') return null
  return (
    <Card>
      <section className={css.panel} aria-label={text('panel.title')}>
        {view.hosting === 'AUTOMATIC' ? <State view={view} text={text} /> : <Elsewhere view={view} text={text} />}
        {view.split.server && <Access view={view} split={view.split} />}
        {view.failure && <Failure failure={view.failure} text={text} />}
        {view.split.status === 'FAILED' && !view.may.restart && <Again at={view.split.statusTime} text={text} />}
        {view.may.restart && <Restart view={view} sessionId={event.id} text={text} />}
      </section>
    </Card>
  )
}

/** Of the reader's split, or of the one chosen in the address. */
export function useServer(event: NightEvent): ServerView | null | undefined {
  const me = useMe()
  const chosen = splitIn(useAddressChoice('split')[0])
  const night = useNight(event)
  const asked = { id: event.id, ...(chosen === null ? {} : { splitNo: chosen }) }
  const { data: other } = useAsk(hostingContract.raceServer, asked, { when: me !== null && chosen !== null, keepLast: true })
  return chosen === null ? night?.server : (other ?? night?.server)
}

type Part = { readonly view: ServerView; readonly text: Text<'hosting'> }

function State({ view, text }: Part) {
  const nearMs = Date.parse(view.opensAt) - useNow(1000)
  return (
    <div role="status" className={css.head}>
      {view.splitCount > 1 && <Chip>{text('panel.split', { number: view.splitNo })}</Chip>}
      <h2 className={css.state}>
        {view.split.status === 'WAITING' && nearMs > 0 && (
          <>
            {text('panel.opensIn')} <CountdownText to={view.opensAt} />
          </>
        )}
        {((view.split.status === 'WAITING' && nearMs <= 0) || view.split.status === 'SCHEDULING') && text('panel.choosing')}
        {view.split.status === 'STARTING' && text('panel.starting')}
        {view.split.status === 'STARTED' && text(view.split.server ? 'panel.up' : 'panel.isUp')}
        {view.split.status === 'IN_PROGRESS' && text('panel.running')}
        {view.split.status === 'FAILED' && text('panel.failed')}
      </h2>
      {!view.split.server && view.split.status !== 'FAILED' && (
        <p className={css.quiet}>{text(view.may.reach ? 'panel.server_launching_placeholder' : 'panel.foreign')}</p>
      )}
    </div>
  )
}

/** Nobody here knows how that server is: only how to find it. */
function Elsewhere({ view, text }: Part) {
  return (
    <div className={css.head}>
      <h2 className={css.state}>{text('panel.elsewhere')}</h2>
      <p className={css.quiet}>{text(view.split.server ? 'panel.elsewhereFind' : view.may.reach ? 'panel.elsewhereSoon' : 'panel.foreign')}</p>
    </div>
  )
}

function Failure({ failure, text }: { readonly failure: NonNullable<ServerView['failure']>; readonly text: Text<'hosting'> }) {
  return (
    <>
      {failure.reason !== '' && <p className={css.quiet}>{isReason(failure.reason) ? text(`reason.${failure.reason}`) : failure.reason}</p>}
      {failure.logTail && (
        <details>
          <summary>{text('panel.log')}</summary>
          {/* focusable, so that a keyboard can scroll it */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className={css.log} tabIndex={0}>
            {failure.logTail}
          </pre>
        </details>
      )}
    </>
  )
}

/** Whether there is still something to wait for. */
function Again({ at, text }: { readonly at: string; readonly text: Text<'hosting'> }) {
  const now = useNow(MINUTE_MS)
  return <p className={css.quiet}>{text(isRestartable('FAILED', Date.parse(at), now) ? 'panel.mayRestart' : 'panel.noRestart')}</p>
}

function Restart({ view, sessionId, text }: Part & { readonly sessionId: string }) {
  const [asks, setAsks] = useState(false)
  const restart = useSend(hostingContract.RestartSession, { said: text('restart.done'), onDone: () => setAsks(false) })
  return (
    <div className={css.actions}>
      {/* of a night without a server what matters most */}
      <Button look={view.split.status === 'FAILED' ? 'primary' : 'secondary'} onClick={() => setAsks(true)}>
        {text('restart.action')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={text('restart.restart_race_confirm_title')}
          confirm={text('restart.confirm')}
          busy={restart.isSending}
          onConfirm={() => void restart.send({ splitId: view.splitId ?? undefined }, { id: sessionId, v: view.v })}
          onClose={() => setAsks(false)}
        >
          {text('restart.restart_race_confirm_msg')}
        </ConfirmDialog>
      )}
    </div>
  )
}
