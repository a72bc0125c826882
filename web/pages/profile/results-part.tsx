import type { UserId } from '#core/ids.ts'
import type { CareerView } from '#modules/profile/contract.ts'
import { DriverResults } from '#modules/profile/screens/driver-results.tsx'
import { profileSearch, resultsAsked } from '#modules/profile/screens/list-params.ts'
import css from '#modules/profile/screens/profile.module.css'
import { ResultFilters } from '#modules/profile/screens/result-filters.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useAddress, useSearch } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { loginPath } from '#web/routes.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { resultsCall } from './needs.ts'

/** What a driver has driven, filtered and paged by the address; the last page stays until the next one is there. */
export function ResultsPart({ id, filters }: { readonly id: UserId; readonly filters: CareerView['filters'] }) {
  const text = useTexts('profile')
  const address = useAddress()
  const [search] = useSearch()
  const { data } = useAsk(resultsCall(useMe() !== null), resultsAsked(id, search), { keepLast: true })
  const { page: _page, ...set } = profileSearch(search)
  const isFiltered = Object.values(set).some(Boolean)
  if (!data) return <Skeleton rows={6} height={62} />
  const { results, total, loginRequired } = data
  const isNew = total === 0 && !isFiltered
  return (
    <Section title={text('results.title')} aside={total > 0 && <span aria-live="polite">{text('results.count', { count: total })}</span>}>
      {filters.types.length > 0 && <ResultFilters filters={filters} />}
      {!(isNew && loginRequired) && <DriverResults results={results} total={total} isFiltered={isFiltered} />}
      {loginRequired && (
        <p className={css.more}>
          {text('results.login')} <Link to={loginPath(address)}>{text('results.loginLink')}</Link>
        </p>
      )}
    </Section>
  )
}
