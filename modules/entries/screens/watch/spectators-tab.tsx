import { useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { DriverCell } from '#web/ui/data/driver-cell.tsx'
import { Ago } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { entriesContract, type EntryList } from '../../contract.ts'
import type { SpectatorList, SpectatorView } from '../../contract/spectators.ts'
import css from '../entries.module.css'
import own from './watch.module.css'

const RemoveSpectatorDialog = lazyPart(() => import('./remove-spectator-dialog.tsx'), 'RemoveSpectatorDialog')

/** Who watches; for admins, drivers and spectators (product.md §2 "Spectators"). To watch, or no more, is the event's one next action, above. */
export function SpectatorsTab({ sessionId }: { readonly sessionId: EntryList['sessionId'] }) {
  useLive([`session:${sessionId}`])
  const { data: entries } = useAsk(entriesContract.entryList, { refId: sessionId })
  const { data: list } = useAsk(entriesContract.spectators, { refId: sessionId })
  return entries && list ? <Spectators entries={entries} list={list} /> : <Skeleton rows={4} height={52} />
}

function Spectators({ entries, list }: { readonly entries: EntryList; readonly list: SpectatorList }) {
  const text = useTexts('entries-watch')
  const me = useMe()
  const [removed, remove] = useState<SpectatorView | null>(null)
  const nameOf = ({ driverName }: SpectatorView): string => driverName ?? text('removedUser')
  return (
    <div className={css.tab}>
      <p className={css.quiet}>{text(entries.watching.takesSeats ? 'seats' : 'noSeats')}</p>
      {list.spectators.length === 0 ? (
        <EmptyState title={text('none')}>{text('noneWords')}</EmptyState>
      ) : (
        <CardList>
          {list.spectators.map((one) => (
            <div key={one.driverId} className={own.row} aria-current={one.driverId === me?.id || undefined}>
              <div className={css.who}>
                <DriverCell
                  name={nameOf(one)}
                  userId={one.driverName === null ? undefined : one.driverId}
                  country={one.participant.country}
                  rating={one.participant.rating}
                />
              </div>
              <span className={css.quiet}>
                <Ago at={one.participant.joinedAt} />
              </span>
              {list.may.remove && one.driverId !== me?.id && (
                <IconButton label={text('remove.label', { name: nameOf(one) })} onClick={() => remove(one)}>
                  <Icon name="trash" />
                </IconButton>
              )}
            </div>
          ))}
        </CardList>
      )}
      {removed && (
        <RemoveSpectatorDialog
          sessionId={entries.sessionId}
          v={list.v}
          userId={removed.driverId}
          name={nameOf(removed)}
          onClose={() => remove(null)}
        />
      )}
    </div>
  )
}
