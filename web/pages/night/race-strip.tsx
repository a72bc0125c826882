import { useState } from 'react'
import type { ReplyOf } from '#core/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { CheckIn } from '#modules/entries/screens/check-in/check-in.tsx'
import { NightServer } from '#modules/hosting/screens/night/night-server.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { usePath } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { phaseOf, placeIn } from './phase.ts'
import css from './race-strip.module.css'

type Night = NonNullable<ReplyOf<typeof entriesContract.myNight>['event']>
const MINUTE_MS = 60_000

/**
 * The event of the coming day that the reader is in, on every page but its own, and home where that begins with it: when it is, how they stand to it, the check-in, and from server-up
 * on how to get in. It lies over the page, so that nothing moves when it comes.
 */
export function RaceStrip() {
  const me = useMe()
  const path = usePath()
  const topics = me ? [`user:${me.id}`] : []
  const { data } = useAsk(entriesContract.myNight, {}, { when: me?.onboarded === true, topics })
  const isHome = path === '/'
  const next = useAsk(entriesContract.myNext, {}, { when: me !== null && isHome, topics: [...topics, 'sessions'] }).data
  const night = data?.event
  // the head of home says it itself
  const isSaid = isHome && (!next || next.event?.id === night?.id)
  return night && path !== `/events/${night.id}` && !isSaid ? <Strip key={night.id} night={night} /> : null
}

function Strip({ night }: { readonly night: Night }) {
  const text = useTexts('web')
  const now = useNow(MINUTE_MS / 6)
  useLive([`session:${night.id}`])
  const { data: list } = useAsk(entriesContract.entryList, { refId: night.id })
  const [away, setAway] = useState(() => putAway(night.id))
  if (!list) return null
  const phase = phaseOf(list, now)
  const place = placeIn(list, phase)
  if (!place || away === phase || list.status === 'ENDED') return null
  const close = (): void => setAway(putAway(night.id, phase))
  return (
    <aside className={css.strip} data-night={phase} aria-label={text('night.title')}>
      <div className={css.what}>
        <Link to={`/events/${night.id}`}>{night.name}</Link>
        <span className={css.quiet}>
          {now < Date.parse(list.startsAt) ? <StartTime at={list.startsAt} short={phase === 'server'} /> : text('night.on')} ·{' '}
          {night.tournamentName !== null && `${night.tournamentName} · `}
          {text(`night.${place}`, { number: list.mine?.raceNumber ?? '', place: list.mine?.place ?? '' })}
        </span>
      </div>
      <div className={css.actions}>
        {phase === 'checkIn' && <CheckIn list={list} part="button" />}
        {phase === 'server' && <NightServer sessionId={night.id} eventName={night.name} />}
      </div>
      <IconButton label={text('night.close')} onClick={close}>
        <Icon name="close" />
      </IconButton>
    </aside>
  )
}

const KEY = 'night '

/** In which phase the reader has put it away, in this browser; the next one brings it back. */
function putAway(id: string, phase?: string): string | null {
  try {
    if (phase !== undefined) sessionStorage.setItem(KEY + id, phase)
    return sessionStorage.getItem(KEY + id)
  } catch {
    // a browser that keeps nothing shows it again on the next page
    return phase ?? null
  }
}
