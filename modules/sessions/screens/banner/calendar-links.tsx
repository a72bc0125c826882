import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import type { EventView } from '../../contract.ts'
import { calendarLink } from '../../rules/calendar-link.ts'

type Shown = Pick<EventView, 'id' | 'serverName' | 'startsAt' | 'duration' | 'trackName' | 'track' | 'gameName'>

/** The event in one's own calendar: as a file that every calendar takes, or as an entry of Google's. */
export function CalendarLinks({ event }: { readonly event: Shown }) {
  const text = useTexts('sessions')
  const { id, startsAt, duration: durationMin, trackName, track, gameName } = event
  const open = () => {
    const place = [trackName, track.layoutName, gameName].filter(Boolean).join(', ')
    const url = `${location.origin}/events/${id}`
    window.open(calendarLink({ title: event.serverName, startsAt, durationMin, location: place, url }), '_blank', 'noopener')
  }
  return (
    <>
      <ButtonLink to={`/public/events/${id}/calendar.ics`} file icon={<Icon name="calendar" size={16} />}>
        {text('event.calendar')}
      </ButtonLink>
      <Button icon={<Icon name="calendar" size={16} />} onClick={open}>
        {text('event.googleCalendar')}
      </Button>
    </>
  )
}
