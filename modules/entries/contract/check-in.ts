import { z } from 'zod'
import { command } from '#core/contract.ts'
import { entryId } from '#core/ids.ts'
import { at, ENTRY_STATUSES, entryReply } from './shapes.ts'

/** Said before the start by those who are in, or stand ready for a seat: decisions of docs/decisions/0015. */
export const checkInContract = {
  CheckIn: command('entry-list', 'CheckIn', {
    summary: 'Says that an entry is there: of its drivers any, admins for anybody. Who waits has the next free seat. `v` is the entry’s',
    path: at('CheckIn'),
    body: z.strictObject({ entryId }),
    reply: entryReply.extend({ status: z.enum(ENTRY_STATUSES) }),
    refusals: ['NOT_FOUND', 'FORBIDDEN', 'REGISTRATION_CLOSED', 'WRONG_STATE', 'CHECK_IN_NOT_OPEN', 'VERSION_CONFLICT'],
  }),
}
