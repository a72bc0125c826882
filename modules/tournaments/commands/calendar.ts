import { ok, refuse } from '#core/result.ts'
import { holdPerson } from '#modules/accounts/door.ts'
import type { CommandsOf } from '#server/room.ts'
import { CalendarMade, type calendarContract } from '../contract/calendar.ts'
import { saveCalendar } from '../store/calendar.ts'

export const calendarCommands: CommandsOf<typeof calendarContract> = {
  MakeCalendar: async ({ tx, now, newId, actor: { userId }, record }) => {
    if (!(await holdPerson(tx, userId))) return refuse('ACCOUNT_NOT_FOUND')
    const key = `${newId()}${newId()}`.replaceAll('-', '')
    await saveCalendar(tx, userId, key, now)
    record(CalendarMade, { userId })
    return ok({ v: 1 })
  },
}
