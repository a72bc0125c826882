import { Outcome } from '#modules/results/screens/outcome.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Day } from '#web/ui/data/moment.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { pastEventsCall } from '../events/needs.ts'
import css from './home.module.css'

const LISTED = 4

/** The last races and who won them. */
export function LatestResults() {
  const text = useTexts('web')
  const { data } = useAsk(pastEventsCall(useMe() !== null), { limit: LISTED })
  const driven = data?.events.filter(({ outcome, loginRequired }) => outcome !== null || loginRequired) ?? []
  if (driven.length === 0) return null
  return (
    <Section title={text('home.latestResults')} aside={<Link to="/events?status=ENDED">{text('home.allResults')} →</Link>}>
      <CardList>
        {driven.map((race) => (
          <Link key={race.id} to={`/events/${race.id}`} className={css.coming}>
            <span className={css.what}>
              <b>{race.sessionName}</b>
              <span className={css.small}>
                <Flag country={race.track.country} size="small" plain /> <Day at={race.startsAt} /> · {race.leagueName} · {race.trackName}
              </span>
            </span>
            <span className={css.result}>
              <Outcome outcome={race.outcome} loginRequired={race.loginRequired} />
            </span>
          </Link>
        ))}
      </CardList>
    </Section>
  )
}
