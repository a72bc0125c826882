import { useFormat } from '#web/kit/format.ts'
import { gameName } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import type { DriverRanksView } from '../contract.ts'
import css from './ranking.module.css'

type Game = DriverRanksView['games'][number]
const [WIDTH, HEIGHT, EDGE] = [240, 48, 5]
/** A rank that hardly moved is no mountain. */
const LEAST_SPAN = 60

/** How a rank went lately, at a glance; the history has the numbers. */
export function RankLine(props: { readonly line: NonNullable<Game['line']>; readonly game: Game['game']; readonly isProvisional: boolean }) {
  const { ranks, since } = props.line
  const text = useTexts('ranking')
  const format = useFormat()
  const middle = (Math.min(...ranks) + Math.max(...ranks)) / 2
  const low = Math.min(...ranks, middle - LEAST_SPAN / 2)
  const span = Math.max(...ranks, middle + LEAST_SPAN / 2) - low
  const at = (rank: number, no: number): readonly [x: number, y: number] => [
    EDGE + (no / (ranks.length - 1)) * (WIDTH - 2 * EDGE),
    EDGE + (1 - (rank - low) / span) * (HEIGHT - 2 * EDGE),
  ]
  const points = ranks.map(at)
  const [x, y] = points.at(-1)!
  const words = { game: gameName(props.game), first: format.number(ranks[0]!), last: format.number(ranks.at(-1)!), count: ranks.length - 1 }
  return (
    <span className={css.spark} data-provisional={props.isProvisional || undefined}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text('line.label', words)}>
        <polyline points={points.map((point) => point.map((value) => value.toFixed(1)).join()).join(' ')} />
        <circle cx={x} cy={y} r={3.5} />
      </svg>
      <span className={css.quiet}>
        <span suppressHydrationWarning>{format.date(since, 'dateYear')}</span>
        <span>{text('line.now')}</span>
      </span>
    </span>
  )
}
