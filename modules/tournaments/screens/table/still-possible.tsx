import { useTexts } from '#web/kit/texts.tsx'
import { classes } from '#web/ui/classes.ts'
import { Flag } from '#web/ui/mark/flag.tsx'
import { RatingBadges } from '#web/ui/mark/licence-badge.tsx'
import type { StandingsView } from '../../contract/standings.ts'
import css from '../standings.module.css'
import { useNameOf } from './names.ts'
import { figure } from '../words.ts'

const SHOWN = 8

/** Points now and at most; the line is what the leader has already. */
export function StillPossible({ table }: { readonly table: StandingsView }) {
  const text = useTexts('tournaments-page')
  const nameOf = useNameOf(table.of)
  const { mine } = table
  const first = table.rows.slice(0, SHOWN).filter(({ position }) => position !== null)
  const rows = mine && mine.position !== null && !first.some(({ key }) => key === mine.key) ? [...first, mine] : first
  const most = Math.max(1, ...rows.map(({ possiblePoints }) => possiblePoints))
  const percent = (points: number): string => `${Math.max(0, (points / most) * 100)}%`
  const leader = table.rows[0]?.points ?? 0
  return (
    <section className={css.possible}>
      <h2>{text('possible.title')}</h2>
      <p className={css.sub}>{text('possible.words')}</p>
      <ul className={css.chances}>
        {rows.map((row) => (
          <li key={row.key} className={classes(css.chanceRow, row.key === mine?.key && css.me)}>
            <span className={css.chanceName}>
              <span className={css.chanceWho}>
                {table.of !== 'TEAMS' && <Flag country={row.country} plain size="small" />} <span>{nameOf(row)}</span>
              </span>
              <RatingBadges rating={row.rating} />
            </span>
            <span className={css.track} aria-hidden="true">
              <span className={css.most} style={{ width: percent(row.possiblePoints) }} />
              <span className={css.now} style={{ width: percent(row.points) }} />
              <span className={css.line} style={{ left: percent(leader) }} />
            </span>
            <b className={css.chancePoints}>
              <span className="unseen">
                {text('possible.now')} {figure(row.points)}, {text('possible.most')}{' '}
              </span>
              {figure(row.possiblePoints)}
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}
