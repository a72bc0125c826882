import { leaguesContract } from '#modules/leagues/contract.ts'
import { useAsk, useLoaded } from '../kit/ask.ts'
import { useMe } from '../kit/me.ts'
import { useTexts } from '../kit/texts.tsx'
import { hasPage } from '../routes.tsx'
import { Link } from '../ui/action/link.tsx'
import { Carousel } from '../ui/data/carousel.tsx'
import { Page, Section } from '../ui/layout/page.tsx'
import { ComingUp } from './home/coming-up.tsx'
import { Communities } from './home/communities.tsx'
import css from './home/home.module.css'
import { NextRace, Welcome } from './home/next-race.tsx'
import { trendingRaces } from './home/race.ts'
import { TrendingCard } from './home/trending-card.tsx'

/** The race that matters first; what fills up, what comes, who races. */
export function HomePage() {
  const text = useTexts('web')
  const me = useMe()
  const trending = useAsk(trendingRaces, { limit: 12 }).data?.races ?? []
  const { leagues } = useLoaded(leaguesContract.publicLeagues, { limit: 5 })
  const coming = trending.toSorted((a, b) => a.startDate.localeCompare(b.startDate))
  const next = coming[0]
  return (
    <>
      {next ? <NextRace race={next} isMine={me !== null && false} /> : <Welcome />}
      <Page>
        {trending.length > 0 && (
          <Section title={text('home.trending')} aside={hasPage('/events') && <Link to="/events">{text('home.allEvents')} →</Link>}>
            <Carousel label={text('home.trending')}>
              {trending.map((race) => (
                <TrendingCard key={race.id} race={race} />
              ))}
            </Carousel>
          </Section>
        )}
        <div className={css.columns}>
          <Section title={text('home.comingUp')} aside={hasPage('/events') && <Link to="/events">{text('home.allEvents')} →</Link>}>
            <ComingUp races={coming} />
          </Section>
          <Section title={text('nav.communities')} aside={hasPage('/communities') && <Link to="/communities">{text('home.findYours')} →</Link>}>
            <Communities leagues={leagues} />
          </Section>
        </div>
      </Page>
    </>
  )
}
