import { useQueryClient } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { membersContract, type LeagueOfUser } from '../contract.ts'
import { EnterDialog } from './enter-dialog.tsx'
import { useEnter } from './use-enter.ts'

type Props = {
  readonly leagueId: LeagueId
  readonly terms: (league: LeagueOfUser) => ReactNode
  readonly onClose: () => void
  /** Stays, for who goes on once they are in, and says that an application waits. */
  readonly goesOn?: boolean
}

/** Joining or applying without going to the community first; whoever cannot is told where it stands why. */
export function EnterFromList({ leagueId, terms, onClose, goesOn }: Props) {
  const league = useAsk(membersContract.league, { id: leagueId }).data
  return league ? <Entering league={league} terms={terms(league)} onClose={onClose} goesOn={goesOn ?? false} /> : null
}

function Entering(props: { readonly league: LeagueOfUser; readonly terms: ReactNode; readonly onClose: () => void; readonly goesOn: boolean }) {
  const { league, terms, onClose, goesOn } = props
  const text = useTexts('members')
  const enter = useEnter(league)
  const client = useQueryClient()
  // in, perhaps by an admin meanwhile: what comes next is asked for
  const isIn = goesOn && league.role !== null
  useEffect(() => {
    if (isIn) void client.invalidateQueries()
  }, [isIn, client])
  if (league.may.join || league.may.apply)
    return <EnterDialog league={league} terms={terms} enter={enter} onClose={onClose} {...(goesOn ? { onEntered: nothing } : {})} />
  if (isIn) return null
  return (
    <Dialog
      title={league.name}
      size="small"
      onClose={onClose}
      actions={<ButtonLink to={`/communities/${league.id}`}>{text('enter.toCommunity')}</ButtonLink>}
    >
      <p>{text(league.may.withdraw ? (goesOn ? 'application.pendingEvent' : 'application.pending') : 'enter.notNow')}</p>
    </Dialog>
  )
}

const nothing = () => {}
