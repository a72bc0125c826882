import { useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameId } from '#games/game.ts'
import { splitIn } from '#modules/sessions/rules/split-choice.ts'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { CountdownText } from '#web/ui/data/countdown.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { useAddressChoice } from '#web/kit/place/address-choice.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { hostingContract, type ReachableSplit, type ServerView } from '../contract.ts'
import { isReason, steamLink } from '../rules.ts'
import { CopyRow } from './copy-row.tsx'
import css from './server-panel.module.css'

/** Longer before its opening there is nothing to say of a server: the event's own clock runs. */
const SHOWN_MS = 60 * 60_000

/** The race server in plain words: when it opens, how to get in, what went wrong. Nothing for visitors, manual races and after the end. */
export function ServerPanel({ sessionId }: { readonly sessionId: string }) {
  const text = useTexts('hosting')
  const me = useMe()
  const chosen = splitIn(useAddressChoice('split')[0])
  useLive([`session:${sessionId}`])
  const asked = { id: sessionId as SessionId, ...(chosen === null ? {} : { splitNo: chosen }) }
  const { data: view } = useAsk(hostingContract.raceServer, asked, { when: me !== null, keepLast: true })
  const now = useNow(10_000)
  if (!view || view.manualSession || view.splitId === null || view.split.status === 'ENDED') return null
  if (view.split.status === 'WAITING' && Date.parse(view.opensAt) - now > SHOWN_MS) return null
  return (
    <Card>
      <section className={css.panel} aria-label={text('panel.title')}>
        {view.hosting === 'AUTOMATIC' ? <State view={view} text={text} /> : <Elsewhere view={view} text={text} />}
        {view.split.server && <Access split={view.split} game={view.game} region={view.location} text={text} />}
        {view.failure && <Failure failure={view.failure} text={text} />}
        {view.may.restart && <Restart view={view} sessionId={sessionId} text={text} />}
      </section>
    </Card>
  )
}

type Part = { readonly view: ServerView; readonly text: Text<'hosting'> }

function State({ view, text }: Part) {
  const nearMs = Date.parse(view.opensAt) - useNow(1000)
  const isUp = view.split.status === 'STARTED' || view.split.status === 'IN_PROGRESS'
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
        {view.split.status === 'STARTED' && text('panel.up')}
        {view.split.status === 'IN_PROGRESS' && text('panel.running')}
        {view.split.status === 'FAILED' && text('panel.failed')}
      </h2>
      {view.split.status === 'STARTED' && (
        <p className={css.quiet}>
          {text('panel.startsIn')} <CountdownText to={view.startsAt} />
        </p>
      )}
      {isUp && view.split.server && view.split.drivers !== null && (
        <p className={css.quiet}>{text('panel.driversHere', { count: view.split.drivers })}</p>
      )}
      {!view.split.server && view.split.status !== 'FAILED' && <p className={css.quiet}>{text(view.may.reach ? 'panel.soon' : 'panel.foreign')}</p>}
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

type AccessProps = { readonly split: ReachableSplit; readonly game: GameId; readonly region: string; readonly text: Text<'hosting'> }

function Access({ split, game, region, text }: AccessProps) {
  const { host } = split.server
  const port = split.ports['tcp'] ?? split.ports['udp'] ?? split.ports['host'] ?? split.ports['sim']
  return (
    <>
      <dl className={css.fields}>
        <CopyRow name={text('field.name')} value={split.serverName} copied={text('copy.name')} />
        {split.passwords.server && <CopyRow secret name={text('field.password')} value={split.passwords.server} copied={text('copy.password')} />}
        {split.passwords.admin && <CopyRow secret name={text('field.admin')} value={split.passwords.admin} copied={text('copy.password')} />}
        {split.passwords.spectator && (
          <CopyRow secret name={text('field.spectator')} value={split.passwords.spectator} copied={text('copy.password')} />
        )}
        {host && (
          <CopyRow name={`${text('field.address')} · ${regionName(region)}`} value={port ? `${host}:${port}` : host} copied={text('copy.address')} />
        )}
      </dl>
      {!split.passwords.server && !split.passwords.spectator && <p className={css.quiet}>{text('panel.noPassword')}</p>}
      {(split.joinLink || split.serverList || steamOf(split, game, false)) && (
        <div className={css.actions}>
          {steamOf(split, game, false) &&
            ([false, true] as const).map((vr) => (
              // the password goes into an address only when somebody wants to go there
              <Button
                key={String(vr)}
                icon={vr ? undefined : <Icon name="play" />}
                onClick={() => window.location.assign(steamOf(split, game, vr) ?? '')}
              >
                {text(vr ? 'join.steamVr' : 'join.steam')}
              </Button>
            ))}
          {split.joinLink && (
            <Button icon={<Icon name="play" />} onClick={() => window.location.assign(split.joinLink ?? '')}>
              {text('join.contentManager')}
            </Button>
          )}
          {split.serverList && (
            <ButtonLink file download="serverList.json" to={`data:application/json,${encodeURIComponent(JSON.stringify(split.serverList))}`}>
              {text('join.serverList')}
            </ButtonLink>
          )}
        </div>
      )}
      {GAME_FACTS[game].join?.by === 'SERVER_LIST' && host && (
        <p className={css.quiet}>{text(split.serverList ? 'join.serverListHow' : 'join.acc')}</p>
      )}
    </>
  )
}

function steamOf({ server, ports, passwords }: ReachableSplit, game: GameId, vr: boolean): string | null {
  const { join } = GAME_FACTS[game]
  const port = join?.by === 'STEAM' && ports[join.port]
  return port && server.host ? steamLink({ app: join.app, address: server.host, port, password: passwords.server, vr }) : null
}

function Failure({ failure, text }: { readonly failure: NonNullable<ServerView['failure']>; readonly text: Text<'hosting'> }) {
  return (
    <>
      <p className={css.quiet}>{isReason(failure.reason) ? text(`reason.${failure.reason}`) : failure.reason}</p>
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

function Restart({ view, sessionId, text }: Part & { readonly sessionId: string }) {
  const [asks, setAsks] = useState(false)
  const restart = useSend(hostingContract.RestartSession, { said: text('restart.done'), onDone: () => setAsks(false) })
  return (
    <div className={css.actions}>
      <Button onClick={() => setAsks(true)}>{text('restart.action')}</Button>
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

/** `DE-Frankfurt` is shown as Frankfurt, `US-East` as it is. */
const regionName = (region: string): string => (region.startsWith('US-') ? region : region.slice(region.indexOf('-') + 1))
