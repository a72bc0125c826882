import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import type { BadgesView } from '../contract.ts'
import css from './badges.module.css'

/** What somebody may be proud of, each with what it is for; nothing where there is none. */
export function Badges({ badges: { winner, clean, champion, ironMan } }: { readonly badges: BadgesView }) {
  const text = useTexts('profile')
  const format = useFormat()
  if (!winner && !clean && champion.length === 0 && !ironMan) return null
  return (
    <Section title={text('badges.title')}>
      <ul className={css.badges}>
        {winner && (
          <li data-tone="gold">
            <b>{text('badges.winner', { count: winner.wins })}</b>
            <span suppressHydrationWarning>{text('badges.winnerOf', { event: winner.sessionName, date: format.date(winner.at, 'dateYear') })}</span>
          </li>
        )}
        {champion.map(({ id, name, year, type }) => (
          <li key={id} data-tone="gold">
            <b>{text('badges.champion', { year: String(year) })}</b>
            <Link to={`${type === 'SERIES' ? '/series' : '/championships'}/${id}`}>{name}</Link>
          </li>
        ))}
        {clean && (
          <li data-tone="calm">
            <b>{text('badges.clean', { count: clean.races })}</b>
            <span>{text('badges.cleanOf', { count: clean.races })}</span>
          </li>
        )}
        {ironMan && (
          <li data-tone="calm">
            <b>{text('badges.ironMan')}</b>
            <span>{text('badges.ironManOf', { count: ironMan.seasons })}</span>
          </li>
        )}
      </ul>
    </Section>
  )
}
