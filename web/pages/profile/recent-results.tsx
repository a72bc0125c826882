import type { UserId } from '#core/ids.ts'
import { DriverResults } from '#modules/profile/screens/driver-results.tsx'
import { resultsAsked } from '#modules/profile/screens/list-params.ts'
import css from '#modules/profile/screens/profile.module.css'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useAddress } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { loginPath } from '#web/routes.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { resultsCall } from './needs.ts'

const MOST = 5

/** The latest of what a driver has driven. */
export function RecentResults({ id }: { readonly id: UserId }) {
  const text = useTexts('profile')
  const address = useAddress()
  const { data } = useAsk(resultsCall(useMe() !== null), resultsAsked(id, {}))
  if (!data) return <Skeleton rows={MOST} height={62} />
  const { results, total, loginRequired } = data
  return (
    <Section
      title={text('results.recent')}
      aside={
        total > 0 && (
          <Link to={`/profile/${id}#results`} className={css.all}>
            {text('results.more')}
          </Link>
        )
      }
    >
      {!(total === 0 && loginRequired) && <DriverResults results={results.slice(0, MOST)} total={total} isFiltered={false} isPart />}
      {loginRequired && (
        <p className={css.more}>
          {text('results.login')} <Link to={loginPath(address)}>{text('results.loginLink')}</Link>
        </p>
      )}
    </Section>
  )
}
