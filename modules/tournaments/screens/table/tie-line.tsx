import { useTexts } from '#web/kit/texts.tsx'
import type { StandingsRowView } from '../../contract/standings.ts'
import css from '../standings.module.css'
import { figure } from '../words.ts'

/** What decides between two who are level, on the line between them. */
export function TieLine({ above, row }: { readonly above: StandingsRowView; readonly row: StandingsRowView }) {
  const text = useTexts('tournaments-page')
  const { decidedBy } = row
  if (!decidedBy) return null
  const [first, second] = [above, row].map(({ name }) => name ?? text('standings.noName')) as [string, string]
  const { by, at } = decidedBy
  const placeOf = (place: number | null): string => (place === null ? text('tie.nobody') : text('cell.place', { place }))
  const times = { a: decidedBy.first ?? 0, b: decidedBy.second ?? 0 }
  const why =
    by === 'REGISTRATION'
      ? text('tie.registration')
      : by === 'LAST_RESULT' || by === 'FIRST_RESULT'
        ? text(by === 'LAST_RESULT' ? 'tie.last' : 'tie.first', { a: placeOf(decidedBy.first), b: placeOf(decidedBy.second) })
        : at === 1
          ? text('tie.wins', times)
          : text('tie.places', { place: at, ...times })
  return (
    <span className={css.stays}>
      <b className={css.level}>=</b> {text('tie.level', { first, second, points: figure(row.points) })} {why}
    </span>
  )
}
