/** A driver's own races as a calendar: a program that subscribes cannot log in, so its address is the secret. */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { fact } from '#core/joint.ts'
import type { UserId } from '#core/ids.ts'
import { wordLike } from '#core/text.ts'

export const CalendarMade = fact('CalendarMade', 'user', ({ userId }: { readonly userId: UserId }) => ({
  id: userId,
  leagueId: null,
  topics: [`user:${userId}`],
}))

export const calendarContract = {
  myCalendar: query('/query/user/calendar', {
    summary: 'The address of the signed-in user’s calendar, which is theirs alone to give away; null: there is none',
    params: z.object({}),
    reply: z.object({ path: z.string().nullable() }),
  }),
  driverCalendar: query('/public/calendars/{key}/races.ics', {
    summary: 'What a driver drives or waits for, as a calendar to subscribe to',
    params: z.object({ key: wordLike(/^[0-9a-f]{64}$/, 'letters 64') }),
    reply: z.string(),
    refusals: ['NOT_FOUND'],
    produces: 'text/calendar; charset=utf-8',
  }),
  MakeCalendar: command('driver-calendar', 'MakeCalendar', {
    summary: 'Gives the signed-in user’s races an address; one they had before ends',
    target: 'new',
    body: z.strictObject({}),
  }),
}
