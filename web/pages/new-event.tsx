import type { LeagueId, TournamentId } from '#core/ids.ts'
import { membersContract } from '#modules/members/contract.ts'
import { emptyForm } from '#modules/sessions/screens/form/form-state.ts'
import { useAsk } from '../kit/ask.ts'
import { now } from '../kit/clock.ts'
import { lazyPart } from '../kit/lazy.tsx'
import { useSearch, type PageProps } from '../kit/navigation.ts'
import { useTexts } from '../kit/texts.tsx'
import { ButtonLink } from '../ui/action/button.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { NewEvent } from './new-event/form.tsx'

const EventOfSeason = lazyPart(() => import('./new-event/of-season.tsx'), 'EventOfSeason', <Skeleton rows={4} height={60} />)

/** A new event of a community, in four steps; of a season where the address names one. */
export function NewEventPage({ params }: PageProps) {
  const text = useTexts('sessions-form')
  const leagueId = (params['id'] ?? '') as LeagueId
  const [{ season }] = useSearch()
  const league = useAsk(membersContract.league, { id: leagueId }).data
  if (league && !league.may.createEvents)
    return (
      <Page>
        <EmptyState heading="h1" title={text('form.adminsOnly')} action={<ButtonLink to={`/communities/${leagueId}`}>{league.name}</ButtonLink>} />
      </Page>
    )
  const of = { leagueId, league }
  return (
    <Page title={text('form.newTitle')}>
      {season ? <EventOfSeason {...of} id={season as TournamentId} /> : <NewEvent {...of} start={() => emptyForm(now())} draft={leagueId} />}
    </Page>
  )
}
