import { signedIn, type Row } from '#server/roles/row.ts'

const onRace = (call: string): Row => ({
  call: `race-log.${call}`,
  on: 'event',
  state: 'ended',
  who: signedIn,
  ask: (_at, _, event) => ({ at: { sessionId: event.id, segment: 'race-1' } }),
})

export const ROWS: readonly Row[] = [onRace('publicRaceLog'), onRace('raceLog')]
