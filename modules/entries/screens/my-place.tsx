import type { ReactNode } from 'react'
import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { Island } from '#web/kit/island/island.tsx'
import { useLive } from '#web/kit/live.ts'
import { useMe } from '#web/kit/me.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { entriesContract } from '../contract.ts'

type Place = { readonly sessionId: SessionId; readonly otherwise: ReactNode }

/** That the reader is in an event of a list, or waits for a seat; for everybody else `otherwise`. */
export const MyPlace = (place: Place) => (
  <Island rooms={['entries']}>
    <OwnPlace {...place} />
  </Island>
)

function OwnPlace({ sessionId, otherwise }: Place) {
  const text = useTexts('entries')
  const me = useMe()
  const topics = me ? ([`user:${me.id}`] as const) : []
  const mine = useAsk(entriesContract.myEntries, {}, { when: me !== null, topics }).data?.entries.find((entry) => entry.sessionId === sessionId)
  useLive(topics)
  return mine ? (
    <Chip tone={mine.status === 'ACTIVE' ? 'good' : 'warn'}>{text(mine.status === 'ACTIVE' ? 'place.in' : 'place.waiting')}</Chip>
  ) : (
    otherwise
  )
}
