import { useState } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { PAGE } from '#core/page.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useRest } from '#web/kit/lists/rest.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { roundsContract } from '../contract.ts'
import type { SummaryRow } from '../contract/shapes.ts'
import { Driver } from './driver.tsx'
import { figure } from './words.ts'

/** All rounds in one table: who came furthest, and with how many points. Nothing before the first race is driven. */
export function SummaryTable({ leagueId }: { readonly leagueId: LeagueId }) {
  const text = useTexts('rounds-page')
  const me = useMe()
  const [shown, show] = useState<number>(PAGE.MEDIUM)
  const asked = { id: leagueId }
  const found = useAsk(roundsContract.summaryResults, asked, { keepLast: true }).data
  const rest = useRest(roundsContract.summaryResults, asked, found && { rows: found.results, total: found.total }, ({ results }) => results, shown)
  if (!found || found.total === 0) return null
  const rows = [...found.results, ...rest]
  return (
    <Section title={text('summary.title')}>
      <DataTable<SummaryRow>
        caption={text('summary.title')}
        rows={rows}
        rowKey={({ position }) => String(position)}
        mine={({ driverId }) => me !== null && driverId === me.id}
        columns={[
          { key: 'position', head: '#', headLabel: text('table.position'), kind: 'position', cell: ({ position }) => position },
          { key: 'driver', head: text('table.driver'), kind: 'main', cell: driverCell },
          {
            key: 'rounds',
            head: text('table.rounds'),
            wideOnly: true,
            cell: ({ rounds }) => rounds.map(({ shortName, position, points }) => `${shortName} P${position} (${figure(points)})`).join(' · '),
          },
          { key: 'points', head: text('table.points'), kind: 'number', cell: pointsCell },
        ]}
      />
      {found.total > rows.length && <Button onClick={() => show(shown + PAGE.MEDIUM)}>{text('table.more')}</Button>}
    </Section>
  )
}

const driverCell = (row: SummaryRow) => <Driver {...row} />
const pointsCell = ({ points }: SummaryRow) => <b>{figure(points)}</b>
