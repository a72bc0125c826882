import type { LeagueId } from '#core/ids.ts'
import { Terms } from '#modules/leagues/screens/terms.tsx'
import type { LeagueOfUser } from '#modules/members/contract.ts'
import { EnterFromList } from '#modules/members/screens/enter-from-list.tsx'

/** The way into a community of the directory or of an event, with its terms. */
export const EnterDialogOf = (props: { readonly leagueId: LeagueId; readonly onClose: () => void; readonly goesOn?: boolean }) => (
  <EnterFromList {...props} terms={termsOf} />
)

const termsOf = ({ summaryData: { tos } }: LeagueOfUser) => tos && <Terms tos={tos} />
