import type { LeagueId, ProtestId } from '#core/ids.ts'
import { CasePage } from '#modules/protests/screens/case-page.tsx'
import { lazyPart } from '../kit/lazy.tsx'
import type { PageProps } from '../kit/navigation.ts'
import { useTexts } from '../kit/texts.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'

const Desk = lazyPart(() => import('#modules/protests/screens/desk/desk.tsx'), 'Desk', <ComingDesk />)

/** One protest, for whoever may read it; of a community what waits for its stewards. */
export const ProtestsPage = ({ params: { protestId, id = '' } }: PageProps) =>
  protestId === undefined ? <Desk leagueId={id as LeagueId} /> : <CasePage id={protestId as ProtestId} />

/** While its file is on the way: the page has its heading. */
function ComingDesk() {
  return (
    <Page title={useTexts('protests')('desk.title')}>
      <Skeleton rows={8} height={56} />
    </Page>
  )
}
