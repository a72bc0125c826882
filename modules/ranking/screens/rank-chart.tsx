import type { UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { gameName } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { rankingContract } from '../contract.ts'
import css from './ranking.module.css'

const [WIDTH, HEIGHT] = [360, 150]
const EDGE = { left: 44, right: 10, top: 10, bottom: 22 } as const
/** A rank that hardly moved is no mountain. */
const LEAST_SPAN = 100

/** How a rank went, race by race, with the numbers under it. */
export function RankChart({ userId, game }: { readonly userId: UserId; readonly game: GameId }) {
  const text = useTexts('ranking')
  const format = useFormat()
  const { data } = useAsk(rankingContract.rankHistory, { id: userId, game })
  const points = data?.points
  if (!points) return <Skeleton rows={1} height={HEIGHT} />
  if (points.length === 0) return null
  const ranks = points.map(({ rank }) => rank)
  const middle = (Math.min(...ranks) + Math.max(...ranks)) / 2
  const low = Math.min(...ranks, middle - LEAST_SPAN / 2)
  const high = Math.max(...ranks, middle + LEAST_SPAN / 2)
  const x = (at: number): number => EDGE.left + (at / Math.max(1, points.length - 1)) * (WIDTH - EDGE.left - EDGE.right)
  const y = (rank: number): number => EDGE.top + ((high - rank) / (high - low)) * (HEIGHT - EDGE.top - EDGE.bottom)
  const label = text('historyOf', { game: gameName(game) })
  const [first, last] = [points[0]!, points.at(-1)!]
  const day = (at: string): string => format.date(at, 'dateYear')
  return (
    <div className={css.history}>
      <svg className={css.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[low, (low + high) / 2, high].map((mark) => (
          <g key={mark}>
            <line x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(mark)} y2={y(mark)} />
            <text x={EDGE.left - 6} y={y(mark) + 4} textAnchor="end">
              {format.number(Math.round(mark))}
            </text>
          </g>
        ))}
        <polyline points={points.map(({ rank }, at) => `${x(at)},${y(rank)}`).join(' ')} />
        <circle cx={x(points.length - 1)} cy={y(last.rank)} r={4} />
        <text x={EDGE.left} y={HEIGHT - 5}>
          {day(first.at)}
        </text>
        {points.length > 1 && (
          <text x={WIDTH - EDGE.right} y={HEIGHT - 5} textAnchor="end">
            {day(last.at)}
          </text>
        )}
      </svg>
      <details>
        <summary>{text('chart.table')}</summary>
        <div className={css.numbers}>
          <table>
            <caption className="unseen">{label}</caption>
            <thead>
              <tr>
                <th scope="col">{text('chart.date')}</th>
                <th scope="col">{text('chart.rank')}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ at, rank }, no) => (
                <tr key={`${at} ${points.length - no}`}>
                  <td>{day(at)}</td>
                  <td>{format.number(rank)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}
