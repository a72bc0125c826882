import { leaguesContract } from '#modules/leagues/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useLoaded } from '../kit/ask.ts'
import { Island } from '../kit/island/island.tsx'
import { lazyPart } from '../kit/lazy.tsx'
import { useLive } from '../kit/live.ts'
import { useMe } from '../kit/me.ts'
import { useTexts } from '../kit/texts.tsx'
import { hasPage } from '../routes.tsx'
import { Link } from '../ui/action/link.tsx'
import { Carousel } from '../ui/data/carousel.tsx'
import { Page, Section } from '../ui/layout/page.tsx'
import { WhenSeen } from '../ui/layout/when-seen.tsx'
import { ComingUp } from './home/coming-up.tsx'
import { Communities } from './home/communities.tsx'
import css from './home/home.module.css'
import { MyCommunities, MyNext } from './home/mine.tsx'
import { TrendingCard } from './home/trending-card.tsx'

// below what anybody sees first, and with words of its own
const LatestResults = lazyPart(() => import('./home/latest-results.tsx'), 'LatestResults')
// with words of its own: the page stands while those come
const WaitingAtHome = lazyPart(() => import('./waiting/waits-for-me.tsx'), 'WaitingAtHome')
const MySeasons = lazyPart(() => import('./home/my-seasons.tsx'), 'MySeasons')
const LISTED = 6

/** The race that matters first; what fills up, what comes, who races. */
export function HomePage() {
  const text = useTexts('web')
  const isSignedIn = useMe() !== null
  const trending = useLoaded(sessionsContract.trendingRaces, {})
  const { events: coming } = useLoaded(sessionsContract.publicEvents, {})
  const { leagues } = useLoaded(leaguesContract.publicLeagues, { limit: 5 })
  useLive(['sessions', 'leagues'])
  const allEvents = hasPage('/events') && <Link to="/events">{text('home.allEvents')} →</Link>
  return (
    <>
      <Island rooms={['web']}>
        <MyNext coming={coming} />
      </Island>
      <Page>
        {isSignedIn && (
          <Island rooms={['web', 'notifications']}>
            <WaitingAtHome />
          </Island>
        )}
        {isSignedIn && (
          <Island rooms={['web']}>
            <MyCommunities />
          </Island>
        )}
        {isSignedIn && (
          <Island rooms={['web']}>
            <MySeasons />
          </Island>
        )}
        {trending.length > 0 && (
          <Section title={text('home.trending')} aside={allEvents}>
            <Carousel label={text('home.trending')}>
              {trending.map((race) => (
                <TrendingCard key={race.id} race={race} />
              ))}
            </Carousel>
          </Section>
        )}
        <div className={css.columns}>
          <Section title={text('home.comingUp')} aside={allEvents}>
            <ComingUp races={coming.slice(0, LISTED)} />
          </Section>
          <Section title={text('nav.communities')} aside={hasPage('/communities') && <Link to="/communities">{text('home.findYours')} →</Link>}>
            <Communities leagues={leagues} />
          </Section>
        </div>
        <WhenSeen>{() => <LatestResults />}</WhenSeen>
      </Page>
    </>
  )
}
