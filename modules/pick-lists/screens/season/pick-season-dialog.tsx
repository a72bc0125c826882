import { PAGE } from '#core/page.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import type { MemberView } from '#modules/tournaments/contract/shapes.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useRest } from '#web/kit/lists/rest.ts'
import { PickDrivers } from '../pick-dialog.tsx'

type Props = { readonly season: Pick<MemberView, 'id' | 'leagueId' | 'name'>; readonly onClose: () => void }

/** Picks drivers of a season, or who waits for a seat in it, for the community's pick list. */
export function PickSeasonDialog({ season, onClose }: Props) {
  const asked = { id: season.id, limit: PAGE.CAP }
  const found = useAsk(tournamentsContract.participants, asked).data
  const first = found && { rows: found.participants, total: found.total }
  const rest = useRest(tournamentsContract.participants, asked, first, (reply) => reply.participants, Infinity)
  const drivers =
    found &&
    [...found.participants, ...rest].flatMap(({ driverId, name, status, carId, carClassId }) =>
      driverId === null || (status !== 'ACTIVE' && status !== 'WAITING_LIST') ? [] : [{ userId: driverId, name: name ?? '', carId, carClassId }],
    )
  return <PickDrivers leagueId={season.leagueId} name={season.name} drivers={drivers} onClose={onClose} />
}
