import { PickBar } from '#modules/pick-lists/screens/pick-bar.tsx'
import { SeasonPicks } from '#modules/pick-lists/screens/season/season-picks.tsx'
import type { MemberView } from '#modules/tournaments/contract/shapes.ts'

/** The pick list on a season's page, for admins: its bar, or what picks from the season and for it. */
export const Picks = ({ season, bar }: { readonly season: MemberView; readonly bar?: boolean }) =>
  bar ? <PickBar leagueId={season.leagueId} /> : <SeasonPicks season={season} />
