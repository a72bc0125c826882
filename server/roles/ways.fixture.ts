import type { LeagueId } from '#core/ids.ts'
import { eventBody, type WrittenEvent } from '#testing/event.ts'
import type { Self } from './asking.fixture.ts'
import { butFor, only, type Row, type Who } from './row.ts'
import type { Event, LeagueWorld } from './world.fixture.ts'

export const ownId = (self: Self): string => self.person?.id ?? '00000000-0000-7000-8000-000000000000'

/** Asked of a community. */
export const community = (
  call: string,
  who: Who,
  body: (at: LeagueWorld, self: Self, other: LeagueWorld) => object = () => ({}),
  more: Partial<Row> = {},
): Row => ({
  call,
  on: 'community',
  who,
  closed: 'first',
  ask: (at, self, _, other) => ({ at: { id: at.league, leagueId: at.league }, body: body(at, self, other) }),
  ...more,
})

export type Body = (at: LeagueWorld, event: Event, other: LeagueWorld) => object
/** Asked of an event. */
export const onEvent = (call: string, who: Who, body: Body = () => ({}), more: Partial<Row> = {}): Row => ({
  call,
  on: 'event',
  who,
  ask: (at, _, event, other) => ({ at: { id: event.id }, body: body(at, event, other) }),
  ...more,
})

/** Asked by the race host of a server. */
export const ofHost = (call: string, body: (at: LeagueWorld) => object): Row => ({
  call,
  on: 'host',
  ask: (at) => ({ at: { id: at.events.started.server!.id }, body: { fence: at.events.started.server!.fence, ...body(at) } }),
  who: butFor(only('HOST_TOKEN_INVALID', 'host'), { otherHost: 'LEASE_LOST' }),
})

/** What an event form sends; the same again changes nothing. */
export const eventFields = (league: string, name: string, startsAt: string, more: Partial<WrittenEvent> = {}) =>
  eventBody({
    leagueId: league as LeagueId,
    game: 'acc' as const,
    sessionName: name,
    trackId: 'monza',
    cars: ['2', '34'],
    segments: [
      { type: 'QUALIFY' as const, durationMin: 10 },
      { type: 'RACE' as const, durationMin: 20 },
    ],
    startsAt,
    maxEntries: 2,
    driverSwap: true,
    hasGridPositions: true,
    enableServerProtection: true,
    ...more,
  })
