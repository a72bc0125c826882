import { MINE, type Look } from '#web/ui/chart/curve.ts'
import type { ResultRowView } from '../../contract.ts'

const COLORS = ['--info', '--gold', '--personal-best', '--session-best', '--silver', '--bronze', '--warn']
const DASHES = ['', '8 4', '2 4', '12 4 2 4']

/** A look of their own for each of the chosen, in the order of the table; one's own stands out in the house's red. */
export function looksOf(rows: readonly ResultRowView[], isMine: (row: ResultRowView) => boolean): ReadonlyMap<string, Look> {
  let others = 0
  return new Map(
    rows.map((row) => {
      if (isMine(row)) return [row.participantId, MINE]
      const no = others++
      const look = { color: `var(${COLORS[no % COLORS.length]})`, dash: DASHES[Math.floor(no / COLORS.length) % DASHES.length]! }
      return [row.participantId, look]
    }),
  )
}
