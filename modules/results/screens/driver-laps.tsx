import { useState } from 'react'
import { formatGap, formatLapTime } from '#core/lap-time.ts'
import { useAsk } from '#web/kit/ask.ts'
import { hasPage } from '#web/kit/pages.ts'
import { usePath } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { BestTime, PositionsGained } from '#web/ui/mark/change.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { resultsContract, type DriverLapsView, type LapView, type ResultRowView, type SegmentView } from '../contract.ts'
import { LAPS_AT_ONCE, shortName } from '../rules.ts'
import css from './driver-laps.module.css'

/** The lap stats dialog (product.md §2): five blocks, then lap by lap for those who may see them. */
export function DriverLaps(props: {
  readonly sessionId: string
  readonly segment: SegmentView
  readonly row: ResultRowView
  readonly isSignedIn: boolean
  readonly onCompare: () => void
  readonly onClose: () => void
}) {
  const text = useTexts('results')
  const path = usePath()
  const [chunks, setChunks] = useState(1)
  const name = props.row.name ?? text('table.removed')
  const asked = {
    sessionId: props.sessionId,
    subSessionIndex: props.segment.subSessionIndex,
    split: props.segment.splitNo,
    participantId: props.row.participantId,
    limit: LAPS_AT_ONCE,
  }
  const { data } = useAsk(resultsContract.driverLaps, { ...asked, offset: 0 }, { when: props.isSignedIn })
  const mayCompare = props.isSignedIn && props.segment.results.length > 1
  const columns = data && { sectors: sectorCount(data), drivers: driversOf(props.row, text('table.removed')) }
  return (
    <Dialog
      title={text('laps.title', { name })}
      onClose={props.onClose}
      actions={mayCompare && <Button onClick={props.onCompare}>{text('compare.open')}</Button>}
    >
      {!props.isSignedIn && (
        <div className={css.locked}>
          <p>{text('laps.login')}</p>
          <ButtonLink look="primary" to={`/login?returnTo=${encodeURIComponent(`${path}#${props.segment.key}`)}`}>
            {text('laps.logIn')}
          </ButtonLink>
        </div>
      )}
      {props.isSignedIn && !data && <Skeleton rows={4} height={56} />}
      {data && <Blocks stats={data.stats} />}
      {data?.stats.averageLapMs.value && (
        <p className={css.beside}>{text(props.segment.type === 'RACE' ? 'laps.averageNoteRace' : 'laps.averageNote')}</p>
      )}
      {data?.upgrade && (
        <div className={css.locked}>
          <p>
            <Icon name="lock" size={16} /> {text('laps.upgrade')}
          </p>
          {hasPage('/products') && <ButtonLink to="/products">{text('laps.plans')}</ButtonLink>}
        </div>
      )}
      {data && !data.upgrade && data.total === 0 && <p>{text('laps.none')}</p>}
      {data && columns && !data.upgrade && data.total > 0 && (
        // a narrow phone scrolls the sectors sideways; the keyboard must reach them too
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={css.frame} tabIndex={0} aria-label={text('laps.caption', { name })}>
          <table className={css.table}>
            <caption className="unseen">{text('laps.caption', { name })}</caption>
            <Head {...columns} />
            {Array.from({ length: chunks }, (_, chunk) => (
              <Chunk key={chunk} asked={{ ...asked, offset: chunk * LAPS_AT_ONCE }} {...columns} />
            ))}
          </table>
        </section>
      )}
      {data && !data.upgrade && data.total > chunks * LAPS_AT_ONCE && <Button onClick={() => setChunks(chunks + 1)}>{text('laps.more')}</Button>}
    </Dialog>
  )
}

const sectorCount = (view: DriverLapsView): number => Math.max(view.stats.bestSectorTimesMs.length, ...view.laps.map(({ sectors }) => sectors.length))

/** Their names where several shared the car; otherwise nobody asks who drove a lap. */
const driversOf = ({ drivers }: ResultRowView, removed: string): readonly string[] =>
  drivers.length > 1 ? drivers.map((driver) => shortName(driver.name ?? removed)) : []

type Columns = { readonly sectors: number; readonly drivers: readonly string[] }

function Blocks(props: { readonly stats: DriverLapsView['stats'] }) {
  const text = useTexts('results')
  const { stats } = props
  const percent = (value: number): string => `${value.toFixed(1)} %`
  const blocks = [
    { key: 'bestClean', stat: stats.bestCleanLapTimeMs, say: formatLapTime },
    { key: 'bestUnclean', stat: stats.bestUncleanLapTimeMs, say: formatLapTime },
    { key: 'average', stat: stats.averageLapMs, say: formatLapTime },
    { key: 'optimal', stat: stats.optimalLapTimeMs, say: formatLapTime },
    { key: 'consistency', stat: stats.consistencyPercentage, say: percent },
  ] as const
  return (
    <dl className={css.blocks}>
      {blocks.map(({ key, stat, say }) => (
        <div key={key}>
          <dt>{text(`laps.${key}`)}</dt>
          <dd className={stat.isSessionBest ? css.best : undefined}>{stat.value === null ? '–' : say(stat.value)}</dd>
          <dd className={css.beside}>
            {stat.isSessionBest
              ? `★ ${text('laps.isSessionBest')}`
              : stat.sessionBest !== null && text('laps.sessionBest', { value: say(stat.sessionBest) })}
          </dd>
          {key === 'optimal' && stats.bestSectorTimesMs.length > 0 && (
            <dd className={css.beside}>{stats.bestSectorTimesMs.map(({ value }) => ((value ?? 0) / 1000).toFixed(3)).join(' · ')}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function Head(props: Columns) {
  const text = useTexts('results')
  return (
    <thead>
      <tr>
        <th scope="col">{text('laps.lap')}</th>
        {props.drivers.length > 0 && <th scope="col">{text('table.driver')}</th>}
        <th scope="col">{text('laps.position')}</th>
        <th scope="col">{text('laps.time')}</th>
        <th scope="col">{text('laps.delta')}</th>
        {Array.from({ length: props.sectors }, (_, i) => (
          <th key={i} scope="col" aria-label={text('laps.sectorLabel', { no: String(i + 1) })}>
            {text('laps.sector', { no: String(i + 1) })}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type Asked = Parameters<typeof useAsk<typeof resultsContract.driverLaps>>[1]

function Chunk({ asked, ...columns }: Columns & { readonly asked: Asked }) {
  const { data } = useAsk(resultsContract.driverLaps, asked)
  return (
    <tbody>
      {data?.laps.map((lap) => (
        <LapRow key={lap.lapNumber} lap={lap} {...columns} />
      ))}
    </tbody>
  )
}

function LapRow(props: Columns & { readonly lap: LapView }) {
  const { lap } = props
  const text = useTexts('results')
  return (
    <tr className={lap.isClean ? undefined : css.unclean}>
      <td>{lap.lapNumber}</td>
      {props.drivers.length > 0 && <td>{props.drivers[lap.driverIndex]}</td>}
      <td>
        {lap.position ?? '–'} {lap.positionsGained !== null && <PositionsGained gained={lap.positionsGained} />}
      </td>
      <td>
        {lap.time === null ? '–' : <BestTime best={lap.best}>{formatLapTime(lap.time)}</BestTime>}
        {lap.isPit && <span className={css.mark}> {text('laps.pit')}</span>}
        {lap.incidents !== null && lap.incidents > 0 && (
          <abbr className={css.mark} title={text('laps.incidents', { count: lap.incidents })}>
            {' '}
            {lap.incidents}×
          </abbr>
        )}
        {!lap.isClean && (
          <span className={css.mark} title={text('laps.notClean')}>
            {' '}
            <Icon name="warning" size={13} />
            <span className="unseen">{text('laps.notClean')}</span>
          </span>
        )}
      </td>
      <td>{lap.deltaMs === null ? '' : formatGap(lap.deltaMs)}</td>
      {Array.from({ length: props.sectors }, (_, i) => {
        const sector = lap.sectors[i]
        return <td key={i}>{sector && <BestTime best={sector.best}>{(sector.timeMs / 1000).toFixed(3)}</BestTime>}</td>
      })}
    </tr>
  )
}
