import { useTexts, type Text } from '#web/kit/texts.tsx'
import { Strip } from '#web/ui/data/strip.tsx'
import { Time } from '#web/ui/data/time.tsx'
import type { EventView } from '../contract.ts'
import { isOver, plannedMinutes } from '../rules.ts'
import { segmentShare, segmentTimes, type SegmentNow } from '../rules/segment-times.ts'

type Segment = EventView['config']['segments'][number]
type Planned = Pick<EventView, 'config' | 'track' | 'startsAt' | 'status'>

/** The evening as it lasts and when: practice, qualifying, race; `live` is where its server said it is, at `nowMs`. */
export function PlanStrip({ event, live }: { readonly event: Planned; readonly live?: { readonly now: SegmentNow; readonly nowMs: number } | null }) {
  const text = useTexts('sessions')
  const { segments } = event.config
  const times = isOver(event.status) ? [] : segmentTimes(Date.parse(event.startsAt), segments, live?.now)
  const endMs = times.at(-1)?.untilMs
  return (
    <Strip
      label={text('segment.strip')}
      parts={segments.map((segment, index) => {
        const fromMs = times[index]?.fromMs
        return {
          key: `${segment.type}${index}`,
          label: `${text(`segment.short${segment.type}`)} ${lengthOf(text, segment)}`,
          size: plannedMinutes(segment, event.track.lengthM),
          strong: segment.type === 'RACE',
          done: live ? index < live.now.index : false,
          from: fromMs && <Time at={fromMs} form="time" zone={false} />,
          on: live?.now.index === index ? { word: text('segment.now'), share: segmentShare(segment, live.now, live.nowMs) } : null,
        }
      })}
      end={
        endMs && (
          <>
            {text('segment.ends')} <Time at={endMs} form="time" />
          </>
        )
      }
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
