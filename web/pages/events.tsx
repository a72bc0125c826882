import { sessionsContract } from '#modules/sessions/contract.ts'
import { EventFilters } from '#modules/sessions/screens/event-filters.tsx'
import css from '#modules/sessions/screens/sessions.module.css'
import { listParams, LIST_STEP } from '#modules/sessions/screens/list-params.ts'
import { useAsk } from '../kit/ask.ts'
import { useLive } from '../kit/live.ts'
import { useMe } from '../kit/me.ts'
import { useSearch } from '../kit/navigation.ts'
import { useTexts } from '../kit/texts.tsx'
import { Button, ButtonLink } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { ComingDays, PastDays } from './events/days.tsx'
import { pastEventsCall } from './events/needs.ts'

const MOST = 100

/** All events, filtered by the address, under the days of the viewer's calendar. */
export function EventsPage() {
  const text = useTexts('sessions')
  const [search, change] = useSearch()
  const params = listParams(search)
  const { status, ...past } = params
  const isPast = status === 'ENDED'
  const coming = useAsk(sessionsContract.publicEvents, params, { keepLast: true, when: !isPast }).data
  const driven = useAsk(pastEventsCall(useMe() !== null), past, { keepLast: true, when: isPast }).data
  useLive(['sessions'])
  const found = isPast ? driven : coming
  const isFiltered = Boolean(params.game || params.region || params.search)
  return (
    <Page title={text('list.title')}>
      <EventFilters />
      {!found && <Skeleton rows={6} height={72} />}
      {found && found.total > 0 && <p className={css.found}>{text('list.found', { count: found.total })}</p>}
      {isPast ? driven && <PastDays events={driven.events} /> : coming && <ComingDays events={coming.events} />}
      {found && found.total > found.events.length && found.events.length < MOST && (
        <div className={css.center}>
          <Button onClick={() => change({ shown: String(found.events.length + LIST_STEP) })}>{text('list.more')}</Button>
        </div>
      )}
      {found?.total === 0 &&
        (isFiltered ? (
          <EmptyState
            heading="h2"
            title={text('list.noneMatch')}
            action={<Button onClick={() => change({ game: undefined, region: undefined, search: undefined })}>{text('list.clear')}</Button>}
          >
            {text('list.noneMatchWords')}
          </EmptyState>
        ) : (
          <EmptyState
            heading="h2"
            title={text(params.status === 'ENDED' ? 'list.noneEnded' : 'list.none')}
            action={<ButtonLink to="/communities">{text('list.findCommunity')}</ButtonLink>}
          >
            {text('list.noneWords')}
          </EmptyState>
        ))}
    </Page>
  )
}
