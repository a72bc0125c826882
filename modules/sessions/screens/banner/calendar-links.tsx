import { now } from '#web/kit/clock.ts'
import { loadPart } from '#web/kit/connection/persist.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import type { EventView } from '../../contract.ts'
import { calendarLink, type CalendarEntry } from '../../rules/links/calendar-link.ts'

type Shown = Pick<EventView, 'id' | 'hasCalendar' | 'serverName' | 'startsAt' | 'duration' | 'trackName' | 'track' | 'gameName'>

/** The event in one's own calendar: as a file that every calendar takes, or as an entry of Google's. Where nobody outside sees it the file is made here. */
export function CalendarLinks({ event }: { readonly event: Shown }) {
  const text = useTexts('sessions')
  const { id, startsAt, duration: durationMin, trackName, track, gameName } = event
  const entry = (): CalendarEntry => {
    const place = [trackName, track.layoutName, gameName].filter(Boolean).join(', ')
    return { title: event.serverName, startsAt, durationMin, location: place, url: `${location.origin}/events/${id}` }
  }
  return (
    <>
      {event.hasCalendar ? (
        <ButtonLink to={`/public/events/${id}/calendar.ics`} file icon={<Icon name="calendar" size={16} />}>
          {text('event.calendar')}
        </ButtonLink>
      ) : (
        <Button icon={<Icon name="calendar" size={16} />} onClick={() => void keepAsFile(entry())}>
          {text('event.calendar')}
        </Button>
      )}
      <Button icon={<Icon name="calendar" size={16} />} onClick={() => window.open(calendarLink(entry()), '_blank', 'noopener')}>
        {text('event.googleCalendar')}
      </Button>
    </>
  )
}

const KEPT_MS = 10_000
async function keepAsFile(entry: CalendarEntry): Promise<void> {
  const { calendarText } = await loadPart(() => import('../../rules/links/calendar-text.ts'))
  const content = calendarText(entry, now())
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/calendar' }))
  link.download = 'event.ics'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
