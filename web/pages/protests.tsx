import type { LeagueId, ProtestId } from '#core/ids.ts'
import { CasePage } from '#modules/protests/screens/case-page.tsx'
import { lazyPart } from '../kit/lazy.tsx'
import type { PageProps } from '../kit/navigation.ts'
import { Skeleton } from '../ui/layout/skeleton.tsx'

const Desk = lazyPart(() => import('#modules/protests/screens/desk/desk.tsx'), 'Desk', <Skeleton rows={8} height={56} />)

/** One protest, for whoever may read it; of a community what waits for its stewards. */
export const ProtestsPage = ({ params: { protestId, id = '' } }: PageProps) =>
  protestId === undefined ? <Desk leagueId={id as LeagueId} /> : <CasePage id={protestId as ProtestId} />
