import type { ReactNode } from 'react'
import { entriesContract, type EntryList } from '#modules/entries/contract.ts'
import type { EventView, RaceView } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useTakenOver } from '#web/kit/visit.tsx'
import type { OwnTab } from '#web/ui/layout/tabs.tsx'

/** A draft or a template: nobody can be in it. */
export const isTheirAdmins = ({ status }: EventView): boolean => status === 'DRAFT' || status === 'RECURRING'

type OfEntries = (list: EntryList) => { readonly count?: number } | null
export type OwnTabs = { readonly team: OwnTab; readonly spectators: OwnTab }

/** What of the tabs is the reader's own: of their team, and of who watches. `null`: nobody is signed in, or nobody can be in it. */
export function useOwnTabs(event: EventView | RaceView): OwnTabs | null {
  const isSignedIn = useMe() !== null
  const isTakenOver = useTakenOver()
  const mayHave = isSignedIn && !isTheirAdmins(event)
  // the page that many share is drawn without, but for its islands (docs/decisions/0011)
  const { data } = useAsk(entriesContract.entryList, { refId: event.id }, { when: isTakenOver && mayHave })
  if (!mayHave) return null
  const tab = (of: OfEntries): OwnTab => ({
    rooms: ['sessions'],
    around: (button) => <OwnButton sessionId={event.id} of={of} button={button} />,
    isShown: isTakenOver && data !== undefined && of(data) !== null,
  })
  return {
    team: tab((list) => (list.mine?.participant.type === 'TEAM' ? {} : null)),
    spectators: tab(({ watching }) => (watching.isShown ? { count: watching.count } : null)),
  }
}

function OwnButton({
  sessionId,
  of,
  button,
}: {
  readonly sessionId: EventView['id']
  readonly of: OfEntries
  readonly button: (count?: number) => ReactNode
}) {
  const { data } = useAsk(entriesContract.entryList, { refId: sessionId })
  const own = data && of(data)
  return own ? button(own.count) : null
}
