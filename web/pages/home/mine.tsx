import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import css from './home.module.css'

/** The communities the reader is in. */
export function MyCommunities() {
  const text = useTexts('web')
  const mine = Object.entries(useMe()?.memberships ?? {}).filter(([, { role }]) => role)
  if (mine.length === 0) return null
  return (
    <Section title={text('home.yourCommunities')}>
      <CardList>
        {mine.map(([id, { name }]) => (
          <Link key={id} to={`/communities/${id}`} className={css.coming}>
            <Avatar name={name} url={null} size={38} square />
            <span className={css.what}>
              <b>{name}</b>
            </span>
          </Link>
        ))}
      </CardList>
    </Section>
  )
}
