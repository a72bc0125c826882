import { useState } from 'react'
import { MINUTE_MS } from '#core/duration.ts'
import type { LeagueId } from '#core/ids.ts'
import type { LeagueView } from '#modules/leagues/contract.ts'
import css from '#modules/leagues/screens/leagues.module.css'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { EventDays } from '#modules/sessions/screens/event-list.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ComingDays, PastDays } from '../events/days.tsx'
import { raceAhead } from './ahead.ts'
import type { Narrowed } from './event-kinds.tsx'
import { CommunityTop } from './community-top.tsx'
import { eventsCall, eventsOf, pastCall, pastOf, PAST_SHOWN } from './needs.ts'

const EventKinds = lazyPart(() => import('./event-kinds.tsx'), 'EventKinds')
const NoSuchEvents = lazyPart(() => import('./event-kinds.tsx'), 'NoSuchEvents')

const STEP = 20
/** So few are seen at a glance. */
const NARROWED_FROM = 4

/** What comes, the last few that were driven, and what an admin has not published yet. */
export function EventsTab({ league, mayCreate }: { readonly league: LeagueView; readonly mayCreate: boolean }) {
  const text = useTexts('leagues')
  const signedIn = useMe() !== null
  const leagueId = league.id
  const coming = useAsk(eventsCall(signedIn), eventsOf(signedIn, leagueId)).data
  const past = useAsk(pastCall(signedIn), pastOf(signedIn, leagueId, PAST_SHOWN)).data
  const drafts = useAsk(sessionsContract.drafts, { leagueId }, { when: mayCreate }).data
  const create = mayCreate && (
    <ButtonLink to={`/communities/${leagueId}/new-event`} icon={<Icon name="plus" size={16} />}>
      {text('events.create')}
    </ButtonLink>
  )
  const next = raceAhead(coming?.events ?? [], useNow(MINUTE_MS))
  const [narrowed, narrow] = useState<Narrowed>({})
  const isNarrowed = Object.keys(narrowed).length > 0
  const some = { when: isNarrowed, keepLast: true }
  const comingOf = useAsk(eventsCall(signedIn), eventsOf(signedIn, leagueId, narrowed), some).data
  const pastOfIt = useAsk(pastCall(signedIn), pastOf(signedIn, leagueId, STEP, narrowed), some).data
  // the next of all stands above
  const rest = (isNarrowed ? comingOf?.events : coming?.events.filter((event) => event !== next)) ?? []
  const over = (isNarrowed ? pastOfIt : past)?.events ?? []
  const isNone = isNarrowed && comingOf?.total === 0 && pastOfIt?.total === 0
  return (
    <>
      <CommunityTop league={league} next={next} last={past?.events[0] ?? null} />
      <div className={css.buttons}>
        {create}
        {/* a calendar program cannot log in: what is not for everybody has none */}
        {league.visibility === 'PUBLIC' && !league.closedAt && (
          <ButtonLink to={`/public/leagues/${leagueId}/calendar.ics`} file icon={<Icon name="calendar" size={16} />}>
            {text('events.calendar')}
          </ButtonLink>
        )}
      </div>
      {(coming?.total ?? 0) + (past?.total ?? 0) >= NARROWED_FROM && (
        <div className={css.buttons}>
          <EventKinds games={league.games} value={narrowed} onChange={narrow} />
        </div>
      )}
      {isNone && <NoSuchEvents onClear={() => narrow({})} />}
      {!coming && <Skeleton rows={3} height={72} />}
      <div className={css.lists}>
        {rest.length > 0 && (
          <Section title={text('events.coming')}>
            <ComingDays events={rest} isOfOne />
          </Section>
        )}
        {coming?.total === 0 && (
          <EmptyState heading="h2" title={text('events.none')} action={create}>
            {text(mayCreate ? 'events.noneAdminWords' : 'events.noneWords')}
          </EmptyState>
        )}
        {over.length > 0 && (
          <Section title={text('events.past')}>
            <PastDays events={over} isOfOne />
          </Section>
        )}
        {/* read of admins alone, once the page stands: nothing is below it that it would move */}
        {drafts && drafts.events.length > 0 && (
          <Section title={text('events.drafts')}>
            <EventDays events={drafts.events} isOfOne />
          </Section>
        )}
      </div>
    </>
  )
}

/** Every event that was driven, newest first; a click opens its results. */
export function ResultsTab({ leagueId }: { readonly leagueId: LeagueId }) {
  const text = useTexts('leagues')
  const [limit, setLimit] = useState(STEP)
  const signedIn = useMe() !== null
  const found = useAsk(pastCall(signedIn), pastOf(signedIn, leagueId, limit), { keepLast: true }).data
  if (!found) return <Skeleton rows={4} height={72} />
  if (found.total === 0)
    return (
      <EmptyState heading="h2" title={text('events.noResults')}>
        {text('events.noResultsWords')}
      </EmptyState>
    )
  return (
    <>
      <PastDays events={found.events} isOfOne />
      {found.total > found.events.length && limit < 100 && (
        <div className={css.center}>
          <Button onClick={() => setLimit(Math.min(100, limit + STEP))}>{text('events.more')}</Button>
        </div>
      )}
    </>
  )
}
