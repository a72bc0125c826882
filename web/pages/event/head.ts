import { MINUTE_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { hostingContract } from '#modules/hosting/contract.ts'
import { resultsContract, type ResultRowView } from '#modules/results/contract.ts'
import { ownResult, sharedIn } from '#modules/results/rules/own-result.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { need, type Need } from '#web/kit/ask.ts'
import type { At, Head, Read } from '#web/routes.tsx'
import { stampOf } from './stamp.ts'

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
    signedIn ? need(hostingContract.raceNight, { id }) : need(hostingContract.publicNight, { id }),
  ]
}

/** Title, preview and the search engines' own description of an event, or of how one driver fared in it. */
export function eventHead({ params, search, signedIn, read }: At & { readonly read: Read }): Head {
  const id = params['id'] as SessionId
  const event = read(eventCall(signedIn), { id })
  if (!event) return {}
  // in the browser a head is its title: search engines and previews read the server's html
  if (!import.meta.env.SSR) return { title: event.sessionName }
  const results = read(signedIn ? resultsContract.memberResults : resultsContract.results, { sessionId: id })
  const track = [event.trackName, event.track.layoutName].filter(Boolean).join(' ')
  const cars = event.carClasses.length > 0 ? event.carClasses.map((one) => one.name).join(', ') : event.carsName
  const when = `${event.startsAt.slice(0, 10)} ${event.startsAt.slice(11, 16)} UTC`
  const shared = sharedIn(search)
  const own = shared && results ? ownResult(results.results, shared.driver, shared.segment) : null
  const driver = own?.row.drivers.find(({ userId }) => userId === shared!.driver)?.name
  const place = own && (own.row.status === 'FINISHED' ? `P${own.row.position}` : own.row.status)
  const podiums = results?.results.flatMap(({ type, results: rows }) => (type === 'RACE' ? [rows.slice(0, 3).map(shownOf)] : [])) ?? []
  const hasPodium = podiums.length > 0
  return {
    title: [place, driver, event.sessionName].filter(Boolean).join(' · '),
    // a chat that asks the canonical address for its preview is told the driver's too
    ...(own && { address: `/events/${event.id}?driver=${shared!.driver}&segment=${own.segment.key}` }),
    description: [`${event.gameShortName} · ${track}`, cars, when, `${event.taken} / ${event.config.seats}`, event.leagueName]
      .filter(Boolean)
      .join(' · '),
    // chats keep a picture by its address: once the result is another, so is the address
    image: own
      ? `/public/events/${event.id}/drivers/${shared!.driver}/card.png?segment=${own.segment.key}&as=${stampOf([event.sessionName, shownOf(own.row)])}`
      : hasPodium
        ? `/public/events/${event.id}/podium.png?as=${stampOf([event.sessionName, podiums])}`
        : `/public/events/${event.id}/card.png`,
    imageAlt: [place, driver, event.sessionName, track, when, event.leagueName].join(' · '),
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

/** What a picture of a result tells of a row. */
const shownOf = (row: ResultRowView) => [
  row.position,
  row.classPosition,
  row.positionsGained,
  row.status,
  row.name,
  row.country,
  row.drivers.map(({ name, country }) => [name, country]),
  row.lapCount,
  row.finalRaceTime,
  row.bestLapTime,
  row.rankingChange,
]
