import type { LeagueId } from '#core/ids.ts'
import { Desk } from '#modules/protests/screens/desk/desk.tsx'
import type { PageProps } from '../kit/navigation.ts'

/** What waits for a community's stewards, and the penalties that are due. */
export const StewardsPage = ({ params, search }: PageProps) => <Desk leagueId={(params['id'] ?? '') as LeagueId} shown={search['case']} />
