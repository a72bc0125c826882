import { useState } from 'react'
import { GAME_FACTS } from '#games/facts/facts.ts'
import type { GameId } from '#games/game.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { StickyAction } from '#web/ui/layout/sticky-action.tsx'
import type { ReachableSplit, ServerView } from '../contract.ts'
import { isReachable, steamLink } from '../rules.ts'
import { useCopy } from '#web/ui/action/copy-button.tsx'
import { CopyRow } from './copy-row.tsx'
import css from './server-panel.module.css'

const ServerListDialog = lazyPart(() => import('./server-list-dialog.tsx'), 'ServerListDialog')

type Props = { readonly view: ServerView; readonly split: ReachableSplit }

/** How to get on a server: its name and passwords with copy, and the ways in. While it is up they are the phone's bar. */
export function Access({ view, split }: Props) {
  const text = useTexts('hosting')
  const page = useTexts('sessions-page')
  const { host } = split.server
  const { server, admin, spectator } = split.passwords
  const port = split.ports['tcp'] ?? split.ports['udp'] ?? split.ports['host'] ?? split.ports['sim']
  const join = GAME_FACTS[view.game].join?.by
  return (
    <>
      {split.serverList && (
        <p role="status" className={css.alert}>
          {page('serverList.server_protection_alert')}
        </p>
      )}
      <dl className={css.fields}>
        <CopyRow name={text('field.name')} value={split.serverName} copied={text('copy.name')} />
        {server && <CopyRow secret name={text('field.password')} value={server} copied={text('copy.password')} />}
        {admin && <CopyRow secret name={text('field.admin')} value={admin} copied={text('copy.password')} />}
        {spectator && <CopyRow secret name={text('field.spectator')} value={spectator} copied={text('copy.password')} />}
        {host && (
          <CopyRow
            name={`${text('field.address')} · ${regionName(view.location)}`}
            country={view.location.slice(0, 2)}
            value={port ? `${host}:${port}` : host}
            copied={text('copy.address')}
          />
        )}
      </dl>
      {!server && !spectator && !view.manualSession && <p className={css.quiet}>{text('panel.noPassword')}</p>}
      <Ways view={view} split={split} />
      {join === 'SERVER_LIST' && host && !split.serverList && <p className={css.quiet}>{text('join.acc')}</p>}
      {join && join !== 'SERVER_LIST' && linkOf(split, view.game) && <p className={css.quiet}>{text(`join.by${join}`)}</p>}
    </>
  )
}

/**
 * Copy password, Join: what a driver needs between the chat and the grid. Where no link leads into the game its list is searched for the name.
 * Where there is no bar the rows above have what copies, and it does not stand there a second time.
 */
function Ways({ view, split }: Props) {
  const text = useTexts('hosting')
  const copy = useCopy()
  const password = split.passwords.server ?? split.passwords.spectator
  const link = linkOf(split, view.game)
  const vr = steamOf(split, view.game, true)
  const page = useTexts('sessions-page')
  const [showsFile, setShowsFile] = useState(false)
  const buttons = (
    <>
      {password && (
        <Button className={css.barOnly} icon={<Icon name="copy" />} onClick={() => copy(password, text('copy.password'))}>
          {text('copy.passwordAction')}
        </Button>
      )}
      {/* the password goes into an address only when somebody wants to go there */}
      {link && (
        <Button look="primary" icon={<Icon name="play" />} onClick={() => window.location.assign(link)}>
          {text('join.action')}
        </Button>
      )}
      {!link && split.serverList && (
        <Button look="primary" onClick={() => setShowsFile(true)}>
          {page('serverList.open')}
        </Button>
      )}
      {!link && !split.serverList && (
        <Button
          className={css.barOnly}
          look={password ? 'secondary' : 'primary'}
          icon={<Icon name="copy" />}
          onClick={() => copy(split.serverName, text('copy.name'))}
        >
          {text('copy.nameAction')}
        </Button>
      )}
    </>
  )
  return (
    <div className={css.actions}>
      {isReachable(split.status) ? <StickyAction first>{buttons}</StickyAction> : buttons}
      {vr && (
        <Button look="ghost" onClick={() => window.location.assign(vr)}>
          {text('join.steamVr')}
        </Button>
      )}
      {showsFile && split.serverList && <ServerListDialog list={split.serverList} onClose={() => setShowsFile(false)} />}
    </div>
  )
}

/** What leads from a page into the game and onto the server; `null` where the game knows no such link. */
export const linkOf = (split: ReachableSplit, game: GameId): string | null => split.joinLink ?? steamOf(split, game, false)

function steamOf({ server, ports, passwords }: ReachableSplit, game: GameId, vr: boolean): string | null {
  const { join } = GAME_FACTS[game]
  const port = join?.by === 'STEAM' && ports[join.port]
  return port && server.host ? steamLink({ app: join.app, address: server.host, port, password: passwords.server, vr }) : null
}

/** `DE-Frankfurt` is shown as Frankfurt, `US-East` as it is. */
const regionName = (region: string): string => (region.startsWith('US-') ? region : region.slice(region.indexOf('-') + 1))
