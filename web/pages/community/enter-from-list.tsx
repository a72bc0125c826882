import type { LeagueId } from '#core/ids.ts'
import { Terms } from '#modules/leagues/screens/terms.tsx'
import { membersContract, type LeagueOfUser } from '#modules/members/contract.ts'
import { BanNotice } from '#modules/members/screens/ban-notice.tsx'
import { EnterFromList } from '#modules/members/screens/enter-from-list.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'

/** The way into a community of the directory or of an event, with its terms. */
export const EnterDialogOf = (props: { readonly leagueId: LeagueId; readonly onClose: () => void; readonly goesOn?: boolean }) => (
  <EnterFromList {...props} terms={termsOf} />
)

const termsOf = ({ summaryData: { tos } }: LeagueOfUser) => tos && <Terms tos={tos} />

/** product.md §6 "Banned members see ban text with date (today, yesterday, N days ago)": also where they would register for an event. */
export function Banned({ leagueId }: { readonly leagueId: LeagueId }) {
  const text = useTexts('entries')
  const { data: league } = useAsk(membersContract.league, { id: leagueId })
  return league?.ban ? <BanNotice ban={league.ban} /> : <p>{text('barred.MEMBER_BANNED')}</p>
}
