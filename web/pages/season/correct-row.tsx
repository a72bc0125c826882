import { RowCorrections } from '#modules/corrections/screens/row-corrections.tsx'
import { resultsContract } from '#modules/results/contract.ts'
import type { OfRace } from '#modules/tournaments/screens/points/points-of-row.tsx'
import { useAsk } from '#web/kit/ask.ts'

/** For admins beside what a race gave somebody: what was done to it, and the way to correct it, as at its result. */
export function CorrectRow({ sessionId, no, driverId }: OfRace) {
  const races = useAsk(resultsContract.memberResults, { sessionId }).data?.results ?? []
  const rows = races.flatMap((race) => (race.type === 'RACE' && race.no === no ? race.results : []))
  const row = rows.find(({ drivers }) => drivers.some(({ userId }) => userId === driverId))
  return row && <RowCorrections race={{ sessionId, raceNo: no }} row={row} />
}
