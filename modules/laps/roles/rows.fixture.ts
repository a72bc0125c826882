import { only, signedIn, type Row } from '#server/roles/row.ts'
import type { LeagueWorld } from '#server/roles/world.fixture.ts'

/** Of the community that is asked about; the whole platform is asked by nobody here. */
const asked = (at: LeagueWorld) => ({ gameId: 'acc', trackIds: ['monza'], communityIds: [at.league] })

export const ROWS: readonly Row[] = [
  { call: 'laps.bestLaps', on: 'platform', ask: (at) => ({ at: {}, body: asked(at) }), who: signedIn },
  {
    call: 'laps.bestLaps',
    as: 'of the drivers of an event',
    on: 'event',
    state: 'ended',
    ask: (at, _, event) => ({ at: {}, body: { ...asked(at), eventDriversOf: event.id } }),
    who: signedIn,
  },
  { call: 'laps.bestLapsExtended', on: 'platform', ask: (at) => ({ at: {}, body: asked(at) }), who: only('FEATURE_NOT_IN_PLAN', 'supporter') },
  {
    call: 'laps.publicBestLaps',
    on: 'platform',
    ask: (at) => ({ at: {}, body: asked(at) }),
    who: signedIn,
  },
  { call: 'laps.lapPlaces', on: 'platform', ask: () => ({ at: {} }), who: signedIn },
  { call: 'laps.memberLapPlaces', on: 'platform', ask: () => ({ at: {} }), who: signedIn },
]
