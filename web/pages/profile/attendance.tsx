import type { UserId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { useLoaded } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Chip, Chips } from '#web/ui/mark/chip.tsx'

/** How often a driver was there, in numbers; of who never entered nothing. */
export function Attendance({ userId }: { readonly userId: UserId }) {
  const text = useTexts('accounts')
  const { starts, noShows } = useLoaded(entriesContract.attendance, { id: userId })
  if (starts + noShows === 0) return null
  return (
    <Chips>
      <Chip>{text('profile.starts', { count: starts })}</Chip>
      <Chip tone="quiet">{text('profile.noShows', { count: noShows })}</Chip>
    </Chips>
  )
}
