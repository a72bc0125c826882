import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Strip } from '#web/ui/data/strip.tsx'
import type { EventView } from '../contract.ts'
import { plannedMinutes } from '../rules.ts'

type Segment = EventView['config']['segments'][number]

/** The evening as it lasts: practice, qualifying, race. */
export function PlanStrip({ event }: { readonly event: Pick<EventView, 'config' | 'track'> }) {
  const text = useTexts('sessions')
  return (
    <Strip
      label={text('segment.strip')}
      parts={event.config.segments.map((segment, index) => ({
        key: `${segment.type}${index}`,
        label: `${text(`segment.short${segment.type}`)} ${lengthOf(text, segment)}`,
        size: plannedMinutes(segment, event.track.lengthM),
        strong: segment.type === 'RACE',
      }))}
    />
  )
}

/** `45 min`, `22 h`, `12 laps`. */
export function lengthOf(text: Text<'sessions'>, { laps, durationMin }: Pick<Segment, 'laps' | 'durationMin'>): string {
  if (laps) return text('segment.laps', { count: laps })
  const [hours, minutes] = [Math.floor(durationMin / 60), durationMin % 60]
  if (durationMin < LONG_MIN) return text('segment.minutes', { minutes: durationMin })
  return minutes === 0 ? text('segment.hours', { hours }) : text('segment.hoursMinutes', { hours, minutes })
}
const LONG_MIN = 120
