import { useState, type ComponentType } from 'react'
import type { LeagueId } from '#core/ids.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'

type Props = {
  readonly league: { readonly id: LeagueId; readonly name: string; readonly directJoin: boolean }
  /** Asks what the community asks, where it is pressed. */
  readonly enter: ComponentType<{ readonly leagueId: LeagueId; readonly onClose: () => void }>
  readonly login: (returnTo: string) => string
}

/** The way in from a list. Of a visitor: by way of the login, to the community's page. */
export function DirectoryAction({ league, enter: Enter, login }: Props) {
  const text = useTexts('members')
  const me = useMe()
  const [isEntering, setEntering] = useState(false)
  const word = text(league.directJoin ? 'action.join' : 'action.apply')
  const named = text(league.directJoin ? 'enter.joinTitle' : 'enter.applyTitle', { name: league.name })
  if (!me) {
    return (
      <ButtonLink to={login(`/communities/${league.id}`)} aria-label={named}>
        {word}
      </ButtonLink>
    )
  }
  const role = me.memberships[league.id]?.role
  if (role) return <Chip tone="good">{text(`you.${role}`)}</Chip>
  return (
    <>
      <Button aria-label={named} onClick={() => setEntering(true)}>
        {word}
      </Button>
      {isEntering && <Enter leagueId={league.id} onClose={() => setEntering(false)} />}
    </>
  )
}
