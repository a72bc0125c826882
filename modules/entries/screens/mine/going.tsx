import { useTexts } from '#web/kit/texts.tsx'
import type { EntryList, EntryView } from '../../contract.ts'
import type { Leave } from '../next-action.ts'
import { Until } from '../until.tsx'

type Gone = { readonly entry: EntryView; readonly cancel: Exclude<Leave, 'season'>; readonly list: EntryList }

/** Until when whoever is in, or waits, can go. A driver of a team leaves it; its manager alone cancels for all of them. */
export function Going({ entry: { participant }, cancel, list: { mine, cancelUntil, closesAt } }: Gone) {
  const text = useTexts('entries')
  if (participant.type !== 'TEAM' || mine?.isManager !== false)
    return <Until what={text(cancel === 'yes' ? 'state.cancelUntil' : 'next.tooLate')} at={cancelUntil} />
  const { managerId, drivers } = participant
  const manager = (managerId && drivers[managerId]?.name) || text('team.manager')
  if (cancel === 'closed') return <Until what={text('team.until.over')} at={closesAt} />
  if (cancelUntil === closesAt) return <Until what={text('team.until.both', { manager })} at={closesAt} />
  return (
    <>
      {cancel === 'yes' && <Until what={text('team.until.cancel', { manager })} at={cancelUntil} />}
      <Until what={text('team.until.leave')} at={closesAt} />
    </>
  )
}
