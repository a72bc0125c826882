import { useState } from 'react'
import type { EventView } from '#modules/sessions/contract.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import type { LapSegment } from '../rules.ts'
import { DateRange, SegmentChoice } from './filters.tsx'
import { LapList } from './lap-list.tsx'
import css from './laps.module.css'
import { lapsPath } from './laps-path.ts'

type Event = Pick<EventView, 'id' | 'leagueId' | 'game' | 'trackId' | 'track'>
type Filters = {
  readonly segment: LapSegment | null
  readonly isOfEvent: boolean
  readonly scope: 'community' | 'platform'
  readonly from?: string
  readonly to?: string
}
const NONE: Filters = { segment: null, isOfEvent: false, scope: 'community' }

/** Best laps on the track of an event, those of its community first (product.md §2). */
export function BestLapsTab({ event }: { readonly event: Event }) {
  const text = useTexts('laps')
  const isSignedIn = useMe() !== null
  const [filters, setFilters] = useState(NONE)
  const change = (some: Partial<Filters>) => setFilters({ ...filters, ...some })
  const { segment, isOfEvent, scope, from, to } = filters
  const layoutId = event.track.layoutId ?? ''
  return (
    <div className={css.tab}>
      <div className={css.bar}>
        <SegmentChoice value={segment} onChange={(one) => change({ segment: one })} />
        <ChipChoice
          label={text('filter.scope')}
          value={scope}
          onChange={(one) => change({ scope: one })}
          choices={[
            { value: 'community', label: text('filter.thisCommunity') },
            { value: 'platform', label: text('filter.platform') },
          ]}
        />
        {isSignedIn && (
          <button type="button" className={css.toggle} aria-pressed={isOfEvent} onClick={() => change({ isOfEvent: !isOfEvent })}>
            {text('filter.eventDrivers')}
          </button>
        )}
        {isSignedIn && <DateRange from={from} to={to} onChange={change} />}
      </div>
      <LapList
        asked={{
          gameId: event.game,
          trackIds: [event.trackId],
          layoutId,
          ...(scope === 'community' ? { communityIds: [event.leagueId] } : {}),
          ...(segment ? { segmentType: segment } : {}),
          ...(isOfEvent ? { eventDriversOf: event.id } : {}),
          ...(from ? { dateFrom: from } : {}),
          ...(to ? { dateTo: to } : {}),
        }}
        sessionId={event.id}
        reset={JSON.stringify(filters) === JSON.stringify(NONE) ? undefined : () => setFilters(NONE)}
      />
      <p className={css.onward}>
        <Link to={lapsPath({ game: event.game, trackId: event.trackId, layoutId })}>{text('places.link')} →</Link>
      </p>
    </div>
  )
}
