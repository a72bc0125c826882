import type { LeagueId, TournamentId, UserId } from '#core/ids.ts'
import { protestsContract as calls } from '#modules/protests/contract.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ReportList } from '../report-list.tsx'
import { More } from './more.tsx'
import { usePages } from './use-pages.ts'

type Props = {
  /** Left out: of all that the reader may see. */
  readonly leagueId?: LeagueId | undefined
  readonly state?: 'open' | 'decided' | undefined
  readonly userId?: UserId | undefined
  readonly tournamentId?: TournamentId | undefined
}

/** All protests of a community, of one of its seasons or of a driver, page by page. */
export function LeagueReports({ leagueId, state, userId, tournamentId }: Props) {
  const text = useTexts('protests')
  const wanted = {
    ...(leagueId ? { leagueId } : {}),
    ...(tournamentId ? { tournamentId } : {}),
    ...(state ? { state } : {}),
    ...(userId ? { userId } : {}),
  }
  const pages = usePages(calls.reports, wanted, ({ reports }) => reports)
  if (!pages.reply) return <Skeleton rows={6} height={48} />
  if (pages.rows.length === 0)
    return (
      <EmptyState heading="h2" title={text('league.none')}>
        {text('league.noneWords')}
      </EmptyState>
    )
  return (
    <>
      <ReportList reports={pages.rows} withEvent />
      <More of={pages} />
    </>
  )
}
