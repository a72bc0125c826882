import { useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameId } from '#games/game.ts'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { CountdownText } from '#web/ui/data/countdown.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { hostingContract, type ServerView } from '../contract.ts'
import { isReason, steamLink } from '../rules.ts'
import { CopyRow } from './copy-row.tsx'
import css from './server-panel.module.css'

/** Longer before its opening there is nothing to say of a server: the event's own clock runs. */
const SHOWN_MS = 60 * 60_000

/** The race server in plain words: when it opens, how to get in, what went wrong. Nothing for visitors, manual races and after the end. */
export function ServerPanel({ sessionId }: { readonly sessionId: string }) {
  const text = useTexts('hosting')
  const me = useMe()
  const [splitNo, setSplitNo] = useState<number>()
  useLive([`session:${sessionId}`])
  const { data: view } = useAsk(hostingContract.raceServer, { id: sessionId as SessionId, splitNo }, { when: me !== null, keepLast: true })
  const now = useNow(10_000)
  if (!view || view.manual || view.splitId === null || view.status === 'ENDED') return null
  if (view.status === 'WAITING' && Date.parse(view.opensAt) - now > SHOWN_MS) return null
  return (
    <Card>
      <section className={css.panel} aria-label={text('panel.title')}>
        {view.may.switchSplit && (
          <ChipChoice
            label={text('panel.splits')}
            value={String(view.splitNo)}
            onChange={(value) => setSplitNo(Number(value))}
            choices={view.splitStatuses.map((split) => ({ value: String(split.splitNo), label: text('panel.split', { number: split.splitNo }) }))}
          />
        )}
        {view.hosting === 'AUTOMATIC' ? <State view={view} text={text} /> : <Elsewhere view={view} text={text} />}
        {view.server && <Access server={view.server} game={view.game} region={view.region} text={text} />}
        {view.failure && <Failure failure={view.failure} text={text} />}
        {view.may.restart && <Restart view={view} sessionId={sessionId} text={text} />}
      </section>
    </Card>
  )
}

type Part = { readonly view: ServerView; readonly text: Text }

function State({ view, text }: Part) {
  const nearMs = Date.parse(view.opensAt) - useNow(1000)
  const isUp = view.status === 'STARTED' || view.status === 'IN_PROGRESS'
  return (
    <div role="status" className={css.head}>
      <h3 className={css.state}>
        {view.status === 'WAITING' && nearMs > 0 && (
          <>
            {text('panel.opensIn')} <CountdownText to={view.opensAt} />
          </>
        )}
        {((view.status === 'WAITING' && nearMs <= 0) || view.status === 'SCHEDULING') && text('panel.choosing')}
        {view.status === 'STARTING' && text('panel.starting')}
        {view.status === 'STARTED' && text('panel.up')}
        {view.status === 'IN_PROGRESS' && text('panel.running')}
        {view.status === 'FAILED' && text('panel.failed')}
      </h3>
      {view.status === 'STARTED' && (
        <p className={css.quiet}>
          {text('panel.startsIn')} <CountdownText to={view.startsAt} />
        </p>
      )}
      {isUp && view.server && view.server.drivers !== null && (
        <p className={css.quiet}>{text('panel.driversHere', { count: view.server.drivers })}</p>
      )}
      {!view.server && view.status !== 'FAILED' && <p className={css.quiet}>{text(view.joinedSplitNo === null ? 'panel.foreign' : 'panel.soon')}</p>}
    </div>
  )
}

/** Nobody here knows how that server is: only how to find it. */
function Elsewhere({ view, text }: Part) {
  return (
    <div className={css.head}>
      <h2 className={css.state}>{text('panel.elsewhere')}</h2>
      <p className={css.quiet}>{text(view.server ? 'panel.elsewhereFind' : view.joinedSplitNo === null ? 'panel.foreign' : 'panel.elsewhereSoon')}</p>
    </div>
  )
}

type AccessProps = { readonly server: NonNullable<ServerView['server']>; readonly game: GameId; readonly region: string; readonly text: Text }

function Access({ server, game, region, text }: AccessProps) {
  const port = server.ports['tcp'] ?? server.ports['udp'] ?? server.ports['host'] ?? server.ports['sim']
  return (
    <>
      <dl className={css.fields}>
        <CopyRow name={text('field.name')} value={server.name} copied={text('copy.name')} />
        {server.passwords.server && <CopyRow secret name={text('field.password')} value={server.passwords.server} copied={text('copy.password')} />}
        {server.passwords.admin && <CopyRow secret name={text('field.admin')} value={server.passwords.admin} copied={text('copy.password')} />}
        {server.passwords.spectator && (
          <CopyRow secret name={text('field.spectator')} value={server.passwords.spectator} copied={text('copy.password')} />
        )}
        {server.address && (
          <CopyRow
            name={`${text('field.address')} · ${regionName(region)}`}
            value={port ? `${server.address}:${port}` : server.address}
            copied={text('copy.address')}
          />
        )}
      </dl>
      {(server.joinLink || server.serverList || steamOf(server, game, false)) && (
        <div className={css.actions}>
          {steamOf(server, game, false) &&
            ([false, true] as const).map((vr) => (
              // the password goes into an address only when somebody wants to go there
              <Button
                key={String(vr)}
                icon={vr ? undefined : <Icon name="play" />}
                onClick={() => window.location.assign(steamOf(server, game, vr) ?? '')}
              >
                {text(vr ? 'join.steamVr' : 'join.steam')}
              </Button>
            ))}
          {server.joinLink && (
            <Button icon={<Icon name="play" />} onClick={() => window.location.assign(server.joinLink ?? '')}>
              {text('join.contentManager')}
            </Button>
          )}
          {server.serverList && (
            <ButtonLink file download="serverList.json" to={`data:application/json,${encodeURIComponent(JSON.stringify(server.serverList))}`}>
              {text('join.serverList')}
            </ButtonLink>
          )}
        </div>
      )}
      {GAME_FACTS[game].join?.by === 'SERVER_LIST' && server.address && (
        <p className={css.quiet}>{text(server.serverList ? 'join.serverListHow' : 'join.acc')}</p>
      )}
    </>
  )
}

function steamOf({ address, ports, passwords }: AccessProps['server'], game: GameId, vr: boolean): string | null {
  const { join } = GAME_FACTS[game]
  const port = join?.by === 'STEAM' && ports[join.port]
  return port && address ? steamLink({ app: join.app, address, port, password: passwords.server, vr }) : null
}

function Failure({ failure, text }: { readonly failure: NonNullable<ServerView['failure']>; readonly text: Text }) {
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
