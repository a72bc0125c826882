import type { EventCard } from '#modules/sessions/contract.ts'
import { seatsFreeAt, takesDrivers } from '#modules/sessions/rules.ts'
import { useNow } from '#web/kit/clock.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { SeatsBar } from '#web/ui/data/seats-bar.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { Hero } from '#web/ui/layout/hero.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackArt } from '#web/ui/mark/track-art.tsx'
import { MINUTE_MS } from '#core/duration.ts'
import { featuredRace } from './featured.ts'
import css from './home.module.css'

/** For whoever has no race of their own yet: what this place is, the one way in, and a race that shows it. */
export function Welcome({ coming }: { readonly coming: readonly EventCard[] }) {
  const text = useTexts('web')
  const signedIn = useMe() !== null
  const race = featuredRace(coming, useNow(MINUTE_MS))
  return (
    <Hero
      title={text(signedIn ? 'home.firstRace' : 'home.welcomeTitle')}
      picture={race?.picture ?? null}
      art={
        race && (
          <TrackArt
            place="hero"
            name={race.trackName}
            outline={race.track.outline}
            game={race.game}
            colors={race.carClasses.map(({ color }) => color)}
          />
        )
      }
      aside={race && <FeaturedRace race={race} />}
    >
      <p className={css.lead}>{text(signedIn ? 'home.firstRaceWords' : 'home.pitch')}</p>
      <div className={css.clock}>
        <ButtonLink to={signedIn ? '/communities' : '/login'} look="primary">
          {text(signedIn ? 'home.findCommunity' : 'home.join')}
        </ButtonLink>
      </div>
    </Hero>
  )
}

function FeaturedRace({ race }: { readonly race: EventCard }) {
  const text = useTexts('web')
  const now = useNow(MINUTE_MS)
  const isOpen = takesDrivers(race, now)
  return (
    <Link to={`/events/${race.id}`} className={css.featured}>
      <span className={css.label} data-live={!isOpen || undefined}>
        {text(isOpen ? 'home.mostWanted' : 'home.onNow')}
      </span>
      <strong className={css.trendName}>{race.sessionName}</strong>
      <span className={css.small}>
        <Flag country={race.track.country} size="small" plain /> {race.trackName} · {race.gameShortName}
      </span>
      <span className={css.small}>{race.leagueName}</span>
      <span className={css.start}>
        <StartTime at={race.startsAt} />
      </span>
      <SeatsBar taken={race.taken} seats={race.config.seats} free={seatsFreeAt(race, now)} isOpen={isOpen} />
    </Link>
  )
}
