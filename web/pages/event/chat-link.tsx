import type { EventView } from '#modules/sessions/contract.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'

/** Where the community of an event talks; nothing where it has not said so. */
export function ChatLink({ event: { leagueInviteLink } }: { readonly event: Pick<EventView, 'leagueInviteLink'> }) {
  const text = useTexts('sessions-page')
  if (leagueInviteLink === '') return null
  return (
    <ButtonLink to={leagueInviteLink} outside>
      {text('by.chat')}
    </ButtonLink>
  )
}
