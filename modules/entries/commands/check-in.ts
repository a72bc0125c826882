import type { SessionId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import type { CommandsOf } from '#server/room.ts'
import type { checkInContract } from '../contract/check-in.ts'
import { EntryCheckedIn } from '../contract/facts.ts'
import { promoteWaiting } from '../door.ts'
import { mayCheckIn } from '../policy/check-in.ts'
import { findEntry, updateEntry } from '../store.ts'
import { about, lockedEntry } from './locked.ts'

export const checkInCommands: CommandsOf<typeof checkInContract> = {
  CheckIn: async (context, { id, v, body }) => {
    const found = await lockedEntry(context, id as SessionId, body.entryId)
    if (!found.ok) return found
    const { facts, entry, part } = found.value
    const may = mayCheckIn(context.now, facts.event, facts.role, part)
    if (may !== true) return may
    // they are there already: two of a team may tap at once, and both are right
    if (entry.checked_in_at) return ok({ v: entry.v, status: entry.status })
    if (entry.v !== v) return refuse('VERSION_CONFLICT')
    const saved = await updateEntry(context.tx, entry.id, v, { checked_in_at: context.now })
    if (!saved.ok) return saved
    context.record(EntryCheckedIn, about(facts, entry))
    if (entry.status === 'ACTIVE') return ok({ ...saved.value, status: entry.status })
    await promoteWaiting(context, facts.id)
    const after = await findEntry(context.tx, facts.id, entry.id)
    return ok({ v: after?.v ?? saved.value.v, status: after?.status ?? entry.status })
  },
}
