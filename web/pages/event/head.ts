import { MINUTE_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { hostingContract } from '#modules/hosting/contract.ts'
import { resultsContract, type ResultsView } from '#modules/results/contract.ts'
import { sessionsContract, type EventView } from '#modules/sessions/contract.ts'
import { need, type Need } from '#web/kit/ask.ts'
import type { Head } from '#web/routes.tsx'

type Call = typeof sessionsContract.publicEvent

/** Visitors get the kept public answer, the signed-in their own; the second holds all of the first. */
export const eventCall = (signedIn: boolean): Call => (signedIn ? (sessionsContract.race as unknown as Call) : sessionsContract.publicEvent)

/** The event, who is in, and what came of it: the first paint shows all three. */
export function eventNeeds(params: Readonly<Record<string, string>>, signedIn: boolean): readonly Need[] {
  const id = (params['id'] ?? '') as SessionId
  return [
    need(eventCall(signedIn), { id }),
    signedIn ? need(entriesContract.entryList, { refId: id }) : need(entriesContract.publicEntryList, { refId: id }),
    signedIn ? need(resultsContract.memberResults, { sessionId: id }) : need(resultsContract.results, { sessionId: id }),
    ...(signedIn ? [need(hostingContract.raceNight, { id })] : []),
  ]
}

/** Title, preview and the search engines' own description of an event. */
export function eventHead(event: EventView | undefined, results: ResultsView | undefined): Head {
  if (!event) return {}
  // in the browser a head is its title: search engines and previews read the server's html
  if (!import.meta.env.SSR) return { title: event.sessionName }
  const track = [event.trackName, event.track.layoutName].filter(Boolean).join(' ')
  const cars = event.carClasses.length > 0 ? event.carClasses.map((one) => one.name).join(', ') : event.carsName
  const when = `${event.startsAt.slice(0, 10)} ${event.startsAt.slice(11, 16)} UTC`
  const hasPodium = results?.results.some(({ type }) => type === 'RACE') ?? false
  return {
    title: event.sessionName,
    description: [`${event.gameShortName} · ${track}`, cars, when, `${event.taken} / ${event.config.seats}`, event.leagueName]
      .filter(Boolean)
      .join(' · '),
    image: `/public/events/${event.id}/${hasPodium ? 'podium' : 'card'}.png`,
    imageAlt: [event.sessionName, track, when, event.leagueName].join(' · '),
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'SportsEvent',
      name: event.sessionName,
      sport: 'Sim racing',
      startDate: event.startsAt,
      endDate: new Date(Date.parse(event.startsAt) + event.duration * MINUTE_MS).toISOString(),
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      eventStatus: `https://schema.org/${event.status === 'DECLINED' ? 'EventCancelled' : 'EventScheduled'}`,
      location: { '@type': 'VirtualLocation', name: `${event.gameName}, ${track}`, url: `/events/${event.id}` },
      organizer: { '@type': 'Organization', name: event.leagueName },
      maximumAttendeeCapacity: event.config.seats,
      remainingAttendeeCapacity: Math.max(0, event.config.seats - event.taken),
    },
  }
}
