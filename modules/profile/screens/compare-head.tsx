import type { ReactNode } from 'react'
import type { GameId } from '#games/game.ts'
import { useFormat } from '#web/kit/format.ts'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { LicenceBadge } from '#web/ui/mark/licence-badge.tsx'
import type { ComparedView, SideView } from '../contract.ts'
import css from './compare.module.css'
import { Marked } from './marked.tsx'

/** Both drivers, and how often each of them was ahead where they met. */
export function CompareHead({ compared: { first, second, together } }: { readonly compared: ComparedView }) {
  const text = useTexts('profile')
  return (
    <div className={css.head}>
      <Side side={first} />
      <div className={css.met}>
        <strong>{text('compare.racesTogether', { count: together.races })}</strong>
        {together.races > 0 && <Versus label={text('compare.ahead')} of={together.ahead} />}
        {together.bestLaps.first + together.bestLaps.second > 0 && <Versus label={text('compare.fasterLap')} of={together.bestLaps} />}
      </div>
      <Side side={second} />
    </div>
  )
}

function Side({ side }: { readonly side: SideView }) {
  const name = side.name ?? '–'
  return (
    <div className={css.side}>
      <Avatar name={name} size={56} />
      <Link to={`/profile/${side.id}`} className={css.name}>
        <Flag country={side.country} /> <b>{name}</b>
      </Link>
      {side.ranks.license && <LicenceBadge {...side.ranks.license} />}
    </div>
  )
}

function Versus({ label, of: { first, second } }: { readonly label: string; readonly of: { readonly first: number; readonly second: number } }) {
  const format = useFormat()
  const all = Math.max(1, first + second)
  return (
    <div className={css.versus}>
      <span className={css.quiet}>{label}</span>
      <span className={css.score}>
        {format.number(first)} : {format.number(second)}
      </span>
      <span className={css.bars} aria-hidden="true">
        <i style={{ inlineSize: `${(first / all) * 100}%` }} />
        <i style={{ inlineSize: `${(second / all) * 100}%` }} />
      </span>
    </div>
  )
}

type Figure = {
  readonly label: string
  readonly of: (side: SideView) => number | null
  readonly digits?: number
  readonly isShare?: boolean
  readonly lessIsBetter?: boolean
}

/** The two in numbers: ranks in each game either has driven, licence, totals. */
export function CompareNumbers({ compared: { first, second } }: { readonly compared: ComparedView }) {
  const text = useTexts('profile')
  const format = useFormat()
  const games = [...new Set([...first.ranks.games, ...second.ranks.games].map(({ game }) => game))]
  const rankIn = (game: GameId) => (side: SideView) => side.ranks.games.find((one) => one.game === game)?.rank ?? null
  const figures: readonly Figure[] = [
    { label: text('compare.overall'), of: ({ ranks }) => ranks.overall?.rank ?? null },
    ...games.map((game) => ({ label: text('compare.rank', { game: gameShort(game) }), of: rankIn(game) })),
    { label: text('compare.starts'), of: ({ totals }) => totals.starts },
    { label: text('compare.wins'), of: ({ totals }) => totals.wins },
    { label: text('compare.podiums'), of: ({ totals }) => totals.podiums },
    { label: text('compare.poles'), of: ({ totals }) => totals.poles },
    { label: text('compare.fastest'), of: ({ totals }) => totals.fastestLaps },
    { label: text('compare.finish'), of: ({ totals }) => (totals.starts > 0 ? totals.finished / totals.starts : null), isShare: true },
    {
      label: text('compare.incidents'),
      of: ({ totals: { incidents } }) => (incidents.races > 0 ? incidents.sum / incidents.races : null),
      digits: 1,
      lessIsBetter: true,
    },
  ]
  const shown = (value: number | null, { isShare, digits }: Figure): ReactNode =>
    value === null ? '–' : isShare ? format.percent(value) : format.number(value, digits)
  return (
    <table className={css.numbers}>
      <thead>
        <tr>
          <th scope="col">{first.name}</th>
          <th scope="col" className={css.quiet}>
            {text('compare.numbers')}
          </th>
          <th scope="col">{second.name}</th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => {
          const [own, other] = [figure.of(first), figure.of(second)]
          const isBetter = (a: number | null, b: number | null): boolean => a !== null && b !== null && (figure.lessIsBetter ? a < b : a > b)
          return (
            <tr key={figure.label}>
              <td>
                <Marked isBetter={isBetter(own, other)}>{shown(own, figure)}</Marked>
              </td>
              <th scope="row">{figure.label}</th>
              <td>
                <Marked isBetter={isBetter(other, own)}>{shown(other, figure)}</Marked>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
