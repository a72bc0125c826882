import type { ReactNode } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { membersContract, type LeagueOfUser } from '../contract.ts'
import { EnterDialog } from './enter-dialog.tsx'
import { useEnter } from './use-enter.ts'

type Props = { readonly leagueId: LeagueId; readonly terms: (league: LeagueOfUser) => ReactNode; readonly onClose: () => void }

/** Joining or applying without going to the community first; whoever cannot is told where it stands why. */
export function EnterFromList({ leagueId, terms, onClose }: Props) {
  const league = useAsk(membersContract.league, { id: leagueId }).data
  return league ? <Entering league={league} terms={terms(league)} onClose={onClose} /> : null
}

function Entering({ league, terms, onClose }: { readonly league: LeagueOfUser; readonly terms: ReactNode; readonly onClose: () => void }) {
  const text = useTexts('members')
  const enter = useEnter(league)
  if (league.may.join || league.may.apply) return <EnterDialog league={league} terms={terms} enter={enter} onClose={onClose} />
  return (
    <Dialog
      title={league.name}
      size="small"
      onClose={onClose}
      actions={<ButtonLink to={`/communities/${league.id}`}>{text('enter.toCommunity')}</ButtonLink>}
    >
      <p>{text(league.may.withdraw ? 'application.pending' : 'enter.notNow')}</p>
    </Dialog>
  )
}
