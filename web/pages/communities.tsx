import { leaguesContract, type LeagueCard } from '#modules/leagues/contract.ts'
import { LeagueCards } from '#modules/leagues/screens/league-cards.tsx'
import { LeagueFilters } from '#modules/leagues/screens/league-filters.tsx'
import css from '#modules/leagues/screens/leagues.module.css'
import { DIRECTORY_STEP, directoryParams } from '#modules/leagues/screens/list-params.ts'
import { DirectoryAction } from '#modules/members/screens/directory-action.tsx'
import { useAsk } from '../kit/ask.ts'
import { lazyPart } from '../kit/lazy.tsx'
import { useLive } from '../kit/live.ts'
import { useSearch } from '../kit/navigation.ts'
import { useTexts } from '../kit/texts.tsx'
import { loginPath } from '../routes.tsx'
import { Button, ButtonLink } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'

const EnterDialogOf = lazyPart(() => import('./community/enter-from-list.tsx'), 'EnterDialogOf')
const MOST = 100

/** The community directory, filtered by the address. */
export function CommunitiesPage() {
  const text = useTexts('leagues')
  const [search, change] = useSearch()
  const params = directoryParams(search)
  const found = useAsk(leaguesContract.publicLeagues, params, { keepLast: true }).data
  useLive(['leagues'])
  const isFiltered = Boolean(params.search || params.game || params.language)
  const create = <ButtonLink to="/communities/new">{text('list.create')}</ButtonLink>
  return (
    <Page title={text('list.title')} actions={create}>
      <LeagueFilters />
      {!found && <Skeleton rows={4} height={120} />}
      {found && found.total > 0 && (
        <>
          <p className={css.found}>{text('list.found', { count: found.total })}</p>
          <LeagueCards leagues={found.leagues} action={wayIn} />
        </>
      )}
      {found && found.total > found.leagues.length && found.leagues.length < MOST && (
        <div className={css.center}>
          <Button onClick={() => change({ shown: String(Math.min(MOST, found.leagues.length + DIRECTORY_STEP)) })}>{text('list.more')}</Button>
        </div>
      )}
      {found?.total === 0 &&
        (isFiltered ? (
          <EmptyState
            heading="h2"
            title={text('list.noneMatch')}
            action={<Button onClick={() => change({ game: undefined, language: undefined, search: undefined })}>{text('list.clear')}</Button>}
          >
            {text('list.noneMatchWords')}
          </EmptyState>
        ) : (
          <EmptyState heading="h2" title={text('list.none')} action={create}>
            {text('list.noneWords')}
          </EmptyState>
        ))}
    </Page>
  )
}

const wayIn = ({ id, name, summaryData }: LeagueCard) => (
  <DirectoryAction league={{ id, name, directJoin: summaryData.directJoin }} enter={EnterDialogOf} login={loginPath} />
)
