import { useState, type ReactNode } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useAddressChoice } from '#web/kit/place/address-choice.ts'
import { useIsWide } from '#web/kit/place/wide.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { Provisional } from '#web/ui/mark/provisional.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import type { ConfirmationView } from '../contract/confirmation.ts'
import { resultsContract, type ResultRowView, type SegmentView } from '../contract.ts'
import { isOf } from '../rules/own-result.ts'
import { asOwnTable, lapsKnown } from '../rules.ts'
import type { DrawStints } from './charts.tsx'
import { classes } from '#web/ui/classes.ts'
import { Podium } from './podium.tsx'
import { FieldStrength, LicenceNote, RankingNote } from './ranking-note.tsx'
import { ResultTable, type Choosing, type RowTools } from './result-table.tsx'
import css from './results.module.css'

const DriverLaps = lazyPart(() => import('./driver-laps.tsx'), 'DriverLaps')
const MyResult = lazyPart(() => import('./analysis/my-result.tsx'), 'MyResult')
const Compare = lazyPart(() => import('./analysis/compare.tsx'), 'Compare')
const drawing = <Skeleton rows={1} height={320} />
const Charts = lazyPart(() => import('./charts.tsx'), 'Charts', drawing)

export type MoreOfSegment = {
  readonly log: (segment: SegmentView, mine: string | null) => ReactNode
  readonly stints: (segment: SegmentView, chosen: Parameters<DrawStints>[0]) => ReactNode
  /** What may be done with rows that were chosen; `choose` begins and ends the choice. */
  readonly choice?: (segment: SegmentView, choice: Choice) => ReactNode
}
type Choice = {
  readonly mayChoose: Choosing['mayChoose']
  readonly chosen: ReadonlySet<string> | null
  readonly choose: (chosen: ReadonlySet<string> | null) => void
}

/** One segment of an event: podium and facts, its table by class; charts beside them on a wide screen, else on demand. */
export function SegmentResults(props: {
  readonly sessionId: string
  readonly label: string
  readonly segment: SegmentView
  readonly confirmation: ConfirmationView | null
  readonly isSignedIn: boolean
  /** Beside its table: the choice of another split. */
  readonly beside?: ReactNode
  /** What other rooms tell of the segment: under its table, and of stints among its charts. */
  readonly more?: MoreOfSegment
  readonly rowTools?: RowTools
}) {
  const { sessionId, label, segment: split, isSignedIn, more } = props
  const text = useTexts('results')
  const mine = useAsk(resultsContract.memberResults, { sessionId }, { when: isSignedIn }).data?.mine ?? []
  const isMine = ({ participantId }: ResultRowView): boolean => mine.includes(participantId)
  const [carClass, chooseClass] = useState('overall')
  const [laps, showLaps] = useState<ResultRowView | null>(null)
  const [compared, compare] = useState<ResultRowView | null>(null)
  const [areChartsOpen, openCharts] = useState(false)
  const [isLogOpen, openLog] = useState(false)
  const [chosen, choose] = useState<ReadonlySet<string> | null>(null)
  const choosing: Choosing | null = chosen && { chosen, choose, mayChoose }
  const isRace = split.type === 'RACE'
  const isWide = useIsWide()
  const hasCharts = lapsKnown(split)
  const charts = () => (
    <Charts
      sessionId={sessionId}
      segment={split}
      label={label}
      isSignedIn={isSignedIn}
      isMine={isMine}
      stints={isRace && more ? (chosen) => more.stints(split, chosen) : undefined}
    />
  )
  const isOneClass = split.carClasses.some(({ id }) => id === carClass)
  const asked = { segment: split.key, split: String(split.splitNo), ...(isOneClass ? { class: carClass } : {}) }
  const csv = `${isSignedIn ? '/query' : ''}/results/${sessionId}/export.csv?${new URLSearchParams(asked)}`
  const table = { segment: split, isMine, onLaps: showLaps, tools: props.rowTools, choosing }
  const only = carClass === 'all' ? split.carClasses : split.carClasses.filter(({ id }) => id === carClass)
  const ofClass = (id: string) => split.results.filter((row) => row.carClassId === id)
  const shown = isOneClass ? ofClass(carClass) : split.results
  const myRow = split.results.find(isMine)
  const [driver] = useAddressChoice('driver')
  const shared = split.results.find(isOf(driver))
  const strength = <FieldStrength segment={split} />
  return (
    <div className={classes(css.segment, hasCharts && css.withCharts)}>
      <div className={css.segment}>
        {split.type !== 'PRACTICE' && props.confirmation && (
          <p>
            <Provisional said={props.confirmation} />
          </p>
        )}
        {shared && !isMine(shared) && (
          <MyResult sessionId={sessionId} row={shared} segment={split} of={shared.name} onLaps={() => showLaps(shared)} />
        )}
        {myRow && <MyResult sessionId={sessionId} row={myRow} segment={split} of={null} onLaps={() => showLaps(myRow)} />}
        {isRace && <Podium segment={split} onLaps={showLaps} />}
        <div className={css.bar}>
          {split.carClasses.length > 1 ? (
            <ChipChoice
              label={text('filter.class')}
              value={carClass}
              onChange={chooseClass}
              choices={[
                { value: 'overall', label: text('filter.overall') },
                ...split.carClasses.map(({ id, name, color }) => ({
                  value: id,
                  count: ofClass(id).length,
                  label: (
                    <>
                      <ClassDot carClass={name} color={color} />
                      {name}
                    </>
                  ),
                })),
                { value: 'all', label: text('filter.all') },
              ]}
            />
          ) : (
            <span>{strength}</span>
          )}
          <div className={css.tools}>
            {split.carClasses.length > 1 && strength}
            {props.beside}
            <a className={css.csv} href={csv} download="results.csv" aria-label={text('table.csvLabel')}>
              {text('table.csv')}
            </a>
          </div>
        </div>
        <RankingNote segment={split} />
        {only.length === 0 ? (
          <ResultTable {...table} caption={text('table.caption', { segment: label })} rows={split.results} />
        ) : (
          only.map(({ id, name, color }) => (
            <div key={id} className={css.ofClass}>
              {only.length > 1 && (
                <h3>
                  <ClassDot carClass={name} color={color} /> {name}
                </h3>
              )}
              <ResultTable {...table} caption={text('table.captionClass', { segment: label, class: name })} rows={asOwnTable(ofClass(id), isRace)} />
            </div>
          ))
        )}
        {more?.choice?.(split, { chosen, choose, mayChoose })}
        <LicenceNote segment={split} />
        {shown.some((row) => !isClean(row)) && <p className={css.note}>{text('table.bestLapExplanation')}</p>}
        {hasCharts && !areChartsOpen && (
          <Button className={classes(css.openCharts, css.unlessBeside)} onClick={() => openCharts(true)} onPointerEnter={() => void Charts.preload()}>
            {text('chart.open')}
          </Button>
        )}
        {areChartsOpen && !isWide && charts()}
        {more && hasCharts && !isLogOpen && (
          <Button className={css.openCharts} onClick={() => openLog(true)}>
            {text('log.open')}
          </Button>
        )}
        {more && isLogOpen && more.log(split, myRow?.participantId ?? null)}
      </div>
      {hasCharts && (
        <div className={css.beside}>
          <div>{isWide ? charts() : drawing}</div>
        </div>
      )}
      {laps && (
        <DriverLaps
          sessionId={sessionId}
          segment={split}
          row={laps}
          isSignedIn={isSignedIn}
          onCompare={() => (showLaps(null), compare(laps))}
          onClose={() => showLaps(null)}
        />
      )}
      {compared && <Compare sessionId={sessionId} segment={split} row={compared} isMine={isMine} onClose={() => compare(null)} />}
    </div>
  )
}

/** Cars that teams share are entered by their managers alone. */
const mayChoose = ({ driverId, participant }: ResultRowView): boolean => driverId !== null && participant.type !== 'TEAM'

/** Whether the best lap shown counts as one: without a cut. */
export const isClean = (row: Pick<ResultRowView, 'bestLapTime' | 'bestCleanLapTime'>): boolean =>
  row.bestLapTime === null || row.bestLapTime === row.bestCleanLapTime
