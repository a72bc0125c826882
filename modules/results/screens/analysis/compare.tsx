import { useState } from 'react'
import { formatGap, formatLapTime } from '#core/lap-time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { hasPage } from '#web/kit/pages.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { resultsContract, type DriverLapsView, type ResultRowView, type SegmentView } from '../../contract.ts'
import { clockOf, gapsTo } from '../../rules/lap-charts.ts'
import type { Look } from '#web/ui/chart/curve.ts'
import { looksOf } from './curve.ts'
import { gapMark, hasValues } from './charted.ts'
import { LinePlot } from '#web/ui/chart/lazy-plots.tsx'
import { LookMark } from '#web/ui/chart/look-mark.tsx'
import chartCss from '../charts.module.css'
import css from './compare.module.css'

const GAP_PX = 260

/** Two drivers of a segment side by side: what their statistics say, which everybody is shown, and lap by lap as far as the reader may see both. */
export function Compare(props: {
  readonly sessionId: string
  readonly segment: SegmentView
  /** Whose laps were open. */
  readonly row: ResultRowView
  readonly isMine: (row: ResultRowView) => boolean
  readonly onClose: () => void
}) {
  const { segment } = props
  const text = useTexts('results')
  const rows = segment.results
  const [first, chooseFirst] = useState(props.row.participantId)
  const [second, chooseSecond] = useState(() => rivalOf(props.row, rows, props.isMine).participantId)
  const rowOf = (id: string): ResultRowView => rows.find(({ participantId }) => participantId === id) ?? props.row
  const pair = [rowOf(first), rowOf(second)] as const
  const names = pair.map((row) => row.name ?? text('table.removed')) as [string, string]
  const looks = looksOf(pair, props.isMine)
  const asked = { sessionId: props.sessionId, subSessionIndex: segment.subSessionIndex, split: segment.splitNo, limit: 1, offset: 0 }
  const one = useAsk(resultsContract.driverLaps, { ...asked, participantId: first }).data
  const other = useAsk(resultsContract.driverLaps, { ...asked, participantId: second }).data
  const lines = useAsk(resultsContract.lapChart, { sessionId: props.sessionId, segment: segment.key, split: segment.splitNo }).data?.lines
  const timesOf = (id: string) => lines?.find(({ participantId }) => participantId === id)?.times ?? null
  const times = [timesOf(first), timesOf(second)] as const
  const choices = rows.map((row) => ({ value: row.participantId, label: `${row.position} ${row.name ?? text('table.removed')}` }))
  const without = (id: string) => choices.map((choice) => ({ ...choice, disabled: choice.value === id }))
  return (
    <Dialog size="medium" title={text('compare.title')} onClose={props.onClose}>
      <div className={css.choose}>
        <SelectField label={text('compare.first')} value={first} onChange={chooseFirst} choices={without(second)} />
        <SelectField label={text('compare.second')} value={second} onChange={chooseSecond} choices={without(first)} />
      </div>
      {one && other ? (
        <Statistics names={names} looks={pair.map(({ participantId }) => looks.get(participantId)!)} both={[one, other]} />
      ) : (
        <Skeleton rows={6} height={36} />
      )}
      {lines && times[0] && times[1] && (
        <LapByLap names={names} label={segment.key} isRace={segment.type === 'RACE'} times={[times[0], times[1]]} look={looks.get(first)!} />
      )}
      {lines && !(times[0] && times[1]) && (
        <div className={chartCss.locked}>
          <p>
            <Icon name="lock" size={16} /> {text('compare.upgrade')}
          </p>
          {hasPage('/products') && <ButtonLink to="/products">{text('laps.plans')}</ButtonLink>}
        </div>
      )}
    </Dialog>
  )
}

/** With whom somebody is compared who has not said: a reader's own row, else who finished before, else who finished next. */
function rivalOf(row: ResultRowView, rows: readonly ResultRowView[], isMine: (row: ResultRowView) => boolean): ResultRowView {
  const at = rows.findIndex(({ participantId }) => participantId === row.participantId)
  return (isMine(row) ? undefined : rows.find(isMine)) ?? rows[at - 1] ?? rows[at + 1] ?? row
}

const STATS = ['bestCleanLapTimeMs', 'bestUncleanLapTimeMs', 'averageLapMs', 'optimalLapTimeMs'] as const
const WORDS = {
  bestCleanLapTimeMs: 'bestClean',
  bestUncleanLapTimeMs: 'bestUnclean',
  averageLapMs: 'average',
  optimalLapTimeMs: 'optimal',
} as const

function Statistics(props: {
  readonly names: readonly [string, string]
  readonly looks: readonly Look[]
  readonly both: readonly [DriverLapsView, DriverLapsView]
}) {
  const text = useTexts('results')
  const [a, b] = props.both.map(({ stats }) => stats) as [DriverLapsView['stats'], DriverLapsView['stats']]
  const sectors = Math.max(a.bestSectorTimesMs.length, b.bestSectorTimesMs.length)
  const seconds = (time: number): string => (time / 1000).toFixed(3)
  const rows = [
    ...STATS.map((key) => ({ label: text(`laps.${WORDS[key]}`), values: [a[key].value, b[key].value] as const, say: formatLapTime })),
    ...Array.from({ length: sectors }, (_, s) => ({
      label: text('compare.bestSector', { no: String(s + 1) }),
      values: [a.bestSectorTimesMs[s]?.value ?? null, b.bestSectorTimesMs[s]?.value ?? null] as const,
      say: seconds,
    })),
  ]
  const [even, other] = [a.consistencyPercentage.value, b.consistencyPercentage.value]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <section className={chartCss.scroll} tabIndex={0} aria-label={text('compare.statistics')}>
      <table className={css.stats}>
        <caption className="unseen">{text('compare.statistics')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('compare.what')}</th>
            {props.names.map((name, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- two may have one name
              <th key={i} scope="col">
                <LookMark look={props.looks[i]!} /> {name}
              </th>
            ))}
            <th scope="col">{text('compare.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values: [x, y], say }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={x !== null && y !== null && x < y ? css.better : undefined}>{x === null ? '–' : say(x)}</td>
              <td className={x !== null && y !== null && y < x ? css.better : undefined}>{y === null ? '–' : say(y)}</td>
              <td>{x === null || y === null ? '' : formatGap(x - y)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{text('laps.consistency')}</th>
            <td className={even !== null && other !== null && even > other ? css.better : undefined}>{percent(even)}</td>
            <td className={even !== null && other !== null && other > even ? css.better : undefined}>{percent(other)}</td>
            <td>{even === null || other === null ? '' : signed(even - other)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

const percent = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1)} %`)
const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(1)}`

type Times = readonly (number | null)[]

function LapByLap(props: {
  readonly names: readonly [string, string]
  readonly label: string
  readonly isRace: boolean
  readonly times: readonly [Times, Times]
  readonly look: Look
}) {
  const text = useTexts('results')
  const [a, b] = props.times
  const gaps = gapsTo(clockOf(b), clockOf(a))
  const caption = text('compare.byLap', { first: props.names[0], second: props.names[1] })
  const curve = {
    id: 'gap',
    name: props.names[0],
    short: '',
    position: 0,
    look: props.look,
    isStrong: true,
    values: [null, ...gaps],
  }
  return (
    <>
      {props.isRace && hasValues(curve) && (
        <LinePlot
          label={text('compare.gap', { first: props.names[0], second: props.names[1] })}
          curves={[curve]}
          height={GAP_PX}
          first={1}
          startLabel=""
          lapLabel={(lap) => text('chart.lap', { lap })}
          say={formatGap}
          sayShort={gapMark(gaps)}
          isReversed
          onPick={() => {}}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <section className={chartCss.scroll} tabIndex={0} aria-label={caption}>
        <table className={css.stats}>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{text('laps.lap')}</th>
              <th scope="col">{props.names[0]}</th>
              <th scope="col">{props.names[1]}</th>
              <th scope="col">{text('compare.difference')}</th>
              {props.isRace && <th scope="col">{text('table.gap')}</th>}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: Math.max(a.length, b.length) }, (_, i) => {
              const [x, y, gap] = [a[i] ?? null, b[i] ?? null, gaps[i] ?? null]
              return (
                // oxlint-disable-next-line react/no-array-index-key -- a lap is its number
                <tr key={i}>
                  <th scope="row">{i + 1}</th>
                  <td className={x !== null && y !== null && x < y ? css.better : undefined}>{x === null ? '–' : formatLapTime(x)}</td>
                  <td className={x !== null && y !== null && y < x ? css.better : undefined}>{y === null ? '–' : formatLapTime(y)}</td>
                  <td>{x === null || y === null ? '' : formatGap(x - y)}</td>
                  {props.isRace && <td>{gap === null ? '' : formatGap(gap)}</td>}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </>
  )
}
