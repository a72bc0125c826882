import type { UserId } from '#core/ids.ts'
import type { DriverResultView } from '#modules/results/contract.ts'
import { useLoaded } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { usePath } from '#web/kit/navigation.ts'
import { useFormat } from '#web/kit/format.ts'
import { gameShort } from '#web/kit/games.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { loginPath } from '#web/routes.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { RankChange } from '#web/ui/mark/licence-badge.tsx'
import { driverCall } from './needs.ts'
import css from './profile.module.css'

/** The last races of a driver: the place first, then where and in what. */
export function RecentResults({ userId }: { readonly userId: UserId }) {
  const text = useTexts('accounts')
  const path = usePath()
  const { results, total, loginRequired } = useLoaded(driverCall(useMe() !== null), { id: userId })
  return (
    <Section title={text('profile.results')} aside={total > results.length && <span>{text('profile.races', { count: total })}</span>}>
      {results.length === 0 && !loginRequired && <EmptyState title={text('profile.noResults')}>{text('profile.noResultsWords')}</EmptyState>}
      {results.length > 0 && (
        <CardList>
          {results.map((one) => (
            <Result key={`${one.sessionId}${one.segment}`} one={one} />
          ))}
        </CardList>
      )}
      {loginRequired && (
        <p className={css.more}>
          {text('profile.loginForResults')} <Link to={loginPath(path)}>{text('profile.loginForResultsLink')}</Link>
        </p>
      )}
    </Section>
  )
}

function Result({ one }: { readonly one: DriverResultView }) {
  const text = useTexts('accounts')
  const format = useFormat()
  return (
    <div className={css.result}>
      <div className={css.place}>
        {one.status === 'FINISHED' ? (
          <>
            <span className="unseen">{text('profile.place')}</span>
            {format.number(one.position)}
            <small>{text('profile.of', { starters: one.starters })}</small>
          </>
        ) : (
          // Racing's own abbreviations, the same in all languages.
          one.status
        )}
      </div>
      <Link to={`/events/${one.sessionId}#${one.segment}`} className={css.words}>
        <b>{one.sessionName}</b>
        <span>{[one.leagueName, gameShort(one.game), one.carName].filter(Boolean).join(' · ')}</span>
        <span>
          <Time at={one.startsAt} form="dateYear" zone={false} />
        </span>
      </Link>
      {(one.points !== 0 || one.rankingChange) && (
        <span className={css.points}>
          {one.points !== 0 && (
            <span>
              {format.number(one.points)} <small>{text('profile.points', { count: one.points })}</small>
            </span>
          )}
          {one.rankingChange && <RankChange change={one.rankingChange} told />}
        </span>
      )}
    </div>
  )
}
