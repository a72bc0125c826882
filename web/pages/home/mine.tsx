import { entriesContract } from '#modules/entries/contract.ts'
import type { EventCard } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import css from './home.module.css'
import { Welcome } from './welcome.tsx'

// whoever is not signed in has none
const NextRace = lazyPart(() => import('./next-race.tsx'), 'NextRace')

/** The reader's own next race, else the next in their communities; whoever has none is welcomed. */
export function MyNext({ coming }: { readonly coming: readonly EventCard[] }) {
  const me = useMe()
  const topics = me ? (['sessions', `user:${me.id}`] as const) : []
  const next = useAsk(entriesContract.myNext, {}, { when: me !== null, topics }).data
  return next?.event ? <NextRace race={next.event} entry={next.entry} plan={next.plan} /> : <Welcome coming={coming} />
}

/** The communities the reader is in. */
export function MyCommunities() {
  const text = useTexts('web')
  const mine = Object.entries(useMe()?.memberships ?? {}).filter(([, { role }]) => role)
  if (mine.length === 0) return null
  return (
    <Section title={text('home.yourCommunities')}>
      <div className={css.mine}>
        <CardList>
          {mine.map(([id, { name, logoUrl }]) => (
            <Link key={id} to={`/communities/${id}`} className={css.coming}>
              <Avatar name={name} url={logoUrl} size={38} square />
              <span className={css.what}>
                <b>{name}</b>
              </span>
            </Link>
          ))}
        </CardList>
      </div>
    </Section>
  )
}
