import type { SentOf } from '#core/contract.ts'
import { PAGE } from '#core/page.ts'
import type { ResultRowView, SegmentView } from '#modules/results/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useAskEach } from '#web/kit/connection/ask-each.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { raceLogContract, type LogEntryView, type LogView } from '../contract.ts'
import { inRow, offsetsOf, stintsOf, type Stint } from '../rules.ts'
import css from './stints.module.css'

/** What parts stints; each is asked for alone, since there are few of them. */
const PARTS = ['PIT_STOP', 'TYRES', 'DRIVER_SWAP'] as const

/** Who drove how many laps between stops, on which tyres and with whom where the file says so. Rows of words and bars, so that it is its own table. */
export function Stints(props: {
  readonly sessionId: string
  readonly segment: SegmentView
  readonly label: string
  readonly chosen: readonly { readonly row: ResultRowView; readonly color: string }[]
}) {
  const { segment } = props
  const text = useTexts('race-log')
  const isSignedIn = useMe() !== null
  const asked = { sessionId: props.sessionId, segment: segment.key, split: segment.splitNo, limit: PAGE.CAP }
  const stops = useEntries(isSignedIn, { ...asked, kind: PARTS[0] })
  const tyres = useEntries(isSignedIn, { ...asked, kind: PARTS[1] })
  const swaps = useEntries(isSignedIn, { ...asked, kind: PARTS[2] })
  if (!stops || !tyres || !swaps) return <Skeleton rows={3} height={36} />
  const log: readonly LogEntryView[] = [...stops.entries, ...tyres.entries, ...swaps.entries]
  const tells = PARTS.filter((kind) => stops.tells.includes(kind))
  if (stops.state !== 'READ' || tells.length === 0) return <EmptyState title={text('stints.none')} />
  if (props.chosen.length === 0) return <EmptyState title={text('stints.choose')} />
  const most = Math.max(1, ...props.chosen.map(({ row }) => row.lapCount))
  return (
    <>
      <ul className={css.drivers} aria-label={text('stints.label', { name: props.label })}>
        {props.chosen.map(({ row, color }) => {
          const stints = stintsOf(
            row.lapCount,
            log.filter(({ participantId }) => participantId === row.participantId),
          )
          return (
            <li key={row.participantId}>
              <span className={css.name}>{row.name ?? text('removed')}</span>
              <ol className={css.stints} style={{ width: `${(row.lapCount / most) * 100}%` }}>
                {stints.map((stint) => (
                  <li key={stint.from} style={{ flexGrow: stint.to - stint.from + 1, borderColor: color }}>
                    <Words stint={stint} row={row} />
                  </li>
                ))}
              </ol>
              <span className={css.count}>{text('stints.count', { count: stints.length })}</span>
            </li>
          )
        })}
      </ul>
      {!tells.includes('PIT_STOP') && <p className={css.note}>{text('stints.noStops')}</p>}
    </>
  )
}

type Asked = Omit<SentOf<typeof raceLogContract.raceLog>, 'offset'>

/** All of a kind, in as many chunks as a long race of many cars needs; `null` until they are here. */
function useEntries(isSignedIn: boolean, asked: Asked): Pick<LogView, 'entries' | 'tells' | 'state'> | null {
  const contract = isSignedIn ? raceLogContract.raceLog : raceLogContract.publicRaceLog
  const first = useAsk(contract, { ...asked, offset: 0 }).data
  const later = useAskEach(
    contract,
    offsetsOf(first?.total ?? 0, PAGE.CAP).map((offset) => ({ ...asked, offset })),
  )
  const rest = inRow(later)
  return first && rest.length === later.length ? { ...first, entries: [first, ...rest].flatMap((chunk) => chunk.entries) } : null
}

function Words({ stint, row }: { readonly stint: Stint; readonly row: ResultRowView }) {
  const text = useTexts('race-log')
  const { from, to, tyre } = stint
  const driver = row.drivers.length > 1 ? (row.drivers[stint.driver]?.name ?? text('removed')) : null
  const whole = [text('stints.laps', { from, to }), tyre, driver].filter(Boolean).join(', ')
  return (
    <>
      <span className="unseen">{whole}</span>
      <span aria-hidden="true" title={whole}>
        {tyre && <b className={css.tyre}>{tyre.slice(0, 2)}</b>} {to - from + 1}
      </span>
    </>
  )
}
