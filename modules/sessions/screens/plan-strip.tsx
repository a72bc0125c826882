import { formatDuration } from '#core/duration.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Strip } from '#web/ui/data/strip.tsx'
import type { EventView } from '../contract.ts'
import { plannedMinutes } from '../rules.ts'

type Segment = EventView['segments'][number]

/** The evening as it lasts: practice, qualifying, race. */
export function PlanStrip({ event }: { readonly event: Pick<EventView, 'segments' | 'track'> }) {
  const text = useTexts('sessions')
  return (
    <Strip
      label={text('segment.strip')}
      parts={event.segments.map((segment, index) => ({
        key: `${segment.type}${index}`,
        label: `${text(`segment.short${segment.type}`)} ${lengthOf(text, segment)}`,
        size: plannedMinutes(segment, event.track.lengthM),
        strong: segment.type === 'RACE',
      }))}
    />
  )
}

export const lengthOf = (text: Text, { laps, durationMin }: Pick<Segment, 'laps' | 'durationMin'>): string =>
  laps ? text('segment.laps', { count: laps }) : durationMin > 180 ? formatDuration(durationMin) : text('segment.minutes', { minutes: durationMin })
