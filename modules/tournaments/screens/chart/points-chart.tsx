import { useTexts } from '#web/kit/texts.tsx'
import { ChartTable } from '#web/ui/chart/chart-table.tsx'
import { LinePlot } from '#web/ui/chart/lazy-plots.tsx'
import { WhenSeen } from '#web/ui/layout/when-seen.tsx'
import { useNameOf } from '../table/names.ts'
import type { TournamentView } from '../../contract/shapes.ts'
import type { StandingsView } from '../../contract/standings.ts'
import css from '../standings.module.css'
import { figure } from '../words.ts'
import { apart, heldOf, linesOf } from './lines.ts'

const HEIGHT_PX = 340
/** What the axis and the edges leave of it. */
const LINES_PX = 296
const LINE_PX = 15
const TICKS = 5

/** How the points of the first, and of the reader, grew; in figures those of everybody in the table. */
export function PointsChart({ season, table }: { readonly season: TournamentView; readonly table: StandingsView }) {
  const text = useTexts('tournaments-chart')
  const page = useTexts('tournaments-page')
  const nameOf = useNameOf(table.of)
  const held = heldOf(table).flatMap((at) => season.sessions.find(({ sessionId }) => sessionId === table.rounds[at]) ?? [])
  const lines = linesOf(table, nameOf)
  const values = lines.flatMap((line) => line.values.map((value) => value ?? 0))
  const step = stepOf(Math.max(1, ...values))
  const most = Math.ceil(Math.max(1, ...values) / step) * step
  const least = Math.floor(Math.min(0, ...values) / step) * step
  const roundAt = (at: number) => held[at - 1]
  return (
    <section className={css.possible}>
      <h2>{text('title')}</h2>
      <p className={css.sub}>{text('words')}</p>
      <WhenSeen height={HEIGHT_PX}>
        {() => (
          <LinePlot
            label={text('label')}
            curves={apart(lines, { height: LINES_PX, most, least: LINE_PX })}
            height={HEIGHT_PX}
            first={0}
            startLabel={text('start')}
            lapLabel={(at) => text('after', { no: roundAt(Number(at))?.no ?? at, track: roundAt(Number(at))?.trackName ?? '' })}
            tick={(at) => roundAt(at)?.code ?? ''}
            say={figure}
            sayShort={figure}
            isReversed={false}
            isMostFirst
            isNamed="always"
            bounds={[least, most]}
            ticks={Array.from({ length: Math.round((most - least) / step) + 1 }, (_, i) => least + i * step)}
            onPick={() => undefined}
          />
        )}
      </WhenSeen>
      <ChartTable
        curves={table.rows.map((row) => ({ id: row.key, name: nameOf(row), values: row.progress }))}
        caption={text('label')}
        summary={text('table')}
        subject={page({ DRIVERS: 'standings.driver', TEAMS: 'standings.team', NATIONS: 'standings.nation' }[table.of] as 'standings.driver')}
        columns={held.map(({ no }, at) => ({ at, label: page('strip.round', { no }) }))}
        say={figure}
      />
    </section>
  )
}

/** A round figure that divides so much into a few steps. */
function stepOf(most: number): number {
  const rough = most / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  return Math.max(1, [1, 2, 5, 10].find((one) => one * power >= rough)! * power)
}
