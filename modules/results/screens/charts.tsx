import { useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { resultsContract, type ResultRowView, type SegmentView } from '../contract.ts'
import { Drawing, type Line } from './drawing.tsx'
import { shortName } from './podium.tsx'
import css from './charts.module.css'

/** Drivers that stand out when nobody has chosen. */
const SHOWN_FIRST = 3

/** Places by lap for everybody; lap times as far as the viewer may see them. Both are also there as a table. */
export function Charts(props: {
  readonly sessionId: string
  readonly segment: SegmentView
  readonly label: string
  readonly isSignedIn: boolean
  readonly isMine: (row: ResultRowView) => boolean
}) {
  const { segment, isSignedIn } = props
  const text = useTexts('results')
  const asked = { sessionId: props.sessionId, segment: segment.key, split: segment.splitNo }
  const open = useAsk(resultsContract.chart, asked, { when: !isSignedIn }).data
  const member = useAsk(resultsContract.lapChart, asked, { when: isSignedIn }).data
  const [kind, choose] = useState<'positions' | 'times'>('positions')
  const rows = segment.results
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter((row, i) => i < SHOWN_FIRST || props.isMine(row)).map(({ participantId }) => participantId)),
  )
  const data = isSignedIn ? member : open
  if (!data) return <Skeleton rows={1} height={320} />
  const times = new Map(member?.lines.map((line) => [line.participantId, line.times]))
  const lines = data.lines.flatMap((line): Line[] => {
    const row = rows.find(({ participantId }) => participantId === line.participantId)
    const values = kind === 'positions' ? [row?.startPosition ?? null, ...line.positions] : [null, ...(times.get(line.participantId) ?? [])]
    if (!row || values.every((value) => value === null)) return []
    const name = row.name ?? text('table.removed')
    const tone = props.isMine(row) ? 'mine' : row.position <= 3 ? (`p${row.position}` as Line['tone']) : 'other'
    return [{ id: row.participantId, name, short: shortName(name), position: row.position, tone, values, isStrong: chosen.has(row.participantId) }]
  })
  const toggle = (id: string) => setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
  const words = text(kind === 'positions' ? 'chart.label' : 'chart.timesLabel', { name: props.label })
  return (
    <Section title={text('chart.title')}>
      <div className={css.chart}>
        <ChipChoice
          label={text('chart.kind')}
          value={kind}
          onChange={choose}
          choices={[
            { value: 'positions', label: text('chart.positions') },
            { value: 'times', label: text('chart.times') },
          ]}
        />
        {kind === 'times' && (member?.upgrade ?? true) && <p className={css.note}>{text(isSignedIn ? 'chart.locked' : 'laps.login')}</p>}
        {lines.length === 0 ? (
          (kind === 'positions' || isSignedIn) && <EmptyState title={text('chart.none')} />
        ) : (
          <>
            <Drawing kind={kind} label={words} lines={lines} onPick={toggle} />
            <fieldset className={css.drivers}>
              <legend className="unseen">{text('chart.drivers')}</legend>
              {lines.map((line) => (
                <button key={line.id} type="button" aria-pressed={line.isStrong} onClick={() => toggle(line.id)}>
                  <span aria-hidden="true">{line.position}</span> {line.name}
                </button>
              ))}
            </fieldset>
            <AsTable lines={lines} kind={kind} caption={words} />
          </>
        )}
      </div>
    </Section>
  )
}

function AsTable(props: { readonly lines: readonly Line[]; readonly kind: 'positions' | 'times'; readonly caption: string }) {
  const text = useTexts('results')
  const longest = Math.max(...props.lines.map(({ values }) => values.length))
  return (
    <details className={css.asTable}>
      <summary>{text('chart.asTable')}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <section className={css.scroll} tabIndex={0} aria-label={props.caption}>
        <table>
          <caption className="unseen">{props.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{text('table.driver')}</th>
              {Array.from({ length: longest }, (_, lap) => (
                <th key={lap} scope="col">
                  {lap === 0 ? text('chart.start') : lap}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">{line.name}</th>
                {Array.from({ length: longest }, (_, lap) => {
                  const value = line.values[lap] ?? null
                  return <td key={lap}>{value === null ? '' : props.kind === 'times' ? (value / 1000).toFixed(3) : value}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
