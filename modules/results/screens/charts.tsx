import { useState, type ReactNode } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { hasPage } from '#web/kit/pages.ts'
import { usePath } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { LookMark } from '#web/ui/chart/look-mark.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { resultsContract, type ResultRowView, type SegmentView } from '../contract.ts'
import { GapChart } from './analysis/gap-chart.tsx'
import { PaceChart } from './analysis/pace-chart.tsx'
import { PositionChart } from './analysis/position-chart.tsx'
import { SectorChart } from './analysis/sector-chart.tsx'
import { looksOf, standOut } from './analysis/curve.ts'
import type { Charted } from './analysis/charted.ts'
import css from './charts.module.css'

const KINDS = ['positions', 'gap', 'pace', 'sectors', 'stints'] as const
type Kind = (typeof KINDS)[number]
/** What is drawn from lap times. */
const TIMED: ReadonlySet<Kind> = new Set(['gap', 'pace'])

/** Stops and tyres are told by the log of a race, which is another room's: the page draws them. */
export type DrawStints = (chosen: readonly { readonly row: ResultRowView; readonly color: string }[]) => ReactNode

/** A segment in pictures: of a race positions and stints for everybody; what comes of lap times as far as the viewer may see them. Each is there as a table too. */
export function Charts(props: {
  readonly sessionId: string
  readonly segment: SegmentView
  readonly label: string
  readonly isSignedIn: boolean
  readonly isMine: (row: ResultRowView) => boolean
  /** Of a race. */
  readonly stints?: DrawStints | undefined
}) {
  const { segment, isSignedIn } = props
  const text = useTexts('results')
  const asked = { sessionId: props.sessionId, segment: segment.key, split: segment.splitNo }
  const open = useAsk(resultsContract.chart, asked, { when: !isSignedIn }).data
  const member = useAsk(resultsContract.lapChart, asked, { when: isSignedIn }).data
  const isRace = segment.type === 'RACE'
  const kinds = KINDS.filter((kind) => (kind === 'stints' ? props.stints !== undefined : isRace || kind === 'pace' || kind === 'sectors'))
  const [kind, choose] = useState<Kind>(kinds[0]!)
  const rows = segment.results
  const [picked, setChosen] = useState<ReadonlySet<string> | null>(null)
  const chosen = standOut(picked, rows, props.isMine)
  const toggle = (id: string) => setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
  const lines = isSignedIn ? member?.lines : open?.lines
  if (!lines) return <Skeleton rows={1} height={360} />
  const looks = looksOf(
    rows.filter(({ participantId }) => chosen.has(participantId)),
    props.isMine,
  )
  const byId = new Map(lines.map((line) => [line.participantId, line]))
  const timed = new Map(member?.lines.map((line) => [line.participantId, line]))
  const all = rows.flatMap((row): Charted[] => {
    const line = byId.get(row.participantId)
    const { times = null, averageSectors = null, bestSectors = null } = timed.get(row.participantId) ?? {}
    if (!line) return []
    const name = row.name ?? text('table.removed')
    return [{ row, name, look: looks.get(row.participantId) ?? null, ...line, times, averageSectors, bestSectors, isMine: props.isMine(row) }]
  })
  // of whom nothing may be drawn there is nothing to choose
  const choices = !TIMED.has(kind) || !member?.upgrade ? all : kind === 'gap' ? [] : all.filter(({ times }) => times !== null)
  const drawn = { all, isRace, label: props.label, onPick: toggle }
  const hasLaps = lines.some(({ positions }) => positions.length > 0)
  return (
    <Section title={text(isRace ? 'chart.title' : 'chart.titleLaps')}>
      <div className={css.chart}>
        {hasLaps ? (
          <>
            <ChipChoice
              label={text('chart.kind')}
              value={kind}
              onChange={choose}
              choices={kinds.map((value) => ({ value, label: text(`chart.${value}`) }))}
            />
            {!isSignedIn && kind !== 'positions' && kind !== 'stints' ? (
              <LogIn segment={segment} />
            ) : (
              <>
                {TIMED.has(kind) && member?.upgrade && <Upgrade kind={kind} />}
                {kind === 'positions' && <PositionChart {...drawn} />}
                {kind === 'gap' && <GapChart {...drawn} />}
                {kind === 'pace' && <PaceChart {...drawn} />}
                {kind === 'sectors' && <SectorChart {...drawn} />}
                {kind === 'stints' && props.stints?.(all.flatMap(({ row, look }) => (look ? [{ row, color: look.color }] : [])))}
                {choices.length > 1 && (
                  <fieldset className={css.drivers}>
                    <legend className="unseen">{text('chart.drivers')}</legend>
                    {choices.map(({ row, name, look }) => (
                      <button key={row.participantId} type="button" aria-pressed={look !== null} onClick={() => toggle(row.participantId)}>
                        {look && <LookMark look={look} />}
                        <span aria-hidden="true">{row.position}</span> {name}
                      </button>
                    ))}
                  </fieldset>
                )}
              </>
            )}
          </>
        ) : (
          <EmptyState title={text('chart.none')} />
        )}
      </div>
    </Section>
  )
}

function LogIn({ segment }: { readonly segment: SegmentView }) {
  const text = useTexts('results')
  const path = usePath()
  return (
    <div className={css.locked}>
      <p>{text('laps.login')}</p>
      <ButtonLink look="primary" to={`/login?returnTo=${encodeURIComponent(`${path}#${segment.key}`)}`}>
        {text('laps.logIn')}
      </ButtonLink>
    </div>
  )
}

/** Beside what is one's own: the rest belongs to a plan, and is not in the answer. */
function Upgrade({ kind }: { readonly kind: Kind }) {
  const text = useTexts('results')
  return (
    <div className={css.locked}>
      <p>
        <Icon name="lock" size={16} /> {text(kind === 'gap' ? 'chart.lockedGap' : 'chart.locked')}
      </p>
      {hasPage('/products') && <ButtonLink to="/products">{text('laps.plans')}</ButtonLink>}
    </div>
  )
}
