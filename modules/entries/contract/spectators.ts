import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { sessionId, userId } from '#core/ids.ts'
import { word } from '#core/text.ts'
import { rating } from '#modules/ranking/contract.ts'
import { at, entryReply } from './shapes.ts'

const spectator = z.object({
  driverId: userId,
  /** Null for somebody who erased the account. */
  driverName: z.string().nullable(),
  participant: z.object({ country: z.string().nullable(), rating: rating.nullable(), joinedAt: z.string() }),
})
export type SpectatorView = z.infer<typeof spectator>

const spectators = z.object({
  /** Of the event. */
  v: z.number().int(),
  /** Empty for whom it is not shown to. */
  spectators: z.array(spectator),
  may: z.object({ remove: z.boolean() }),
})
export type SpectatorList = z.infer<typeof spectators>

/** What an entry list says of those who watch. */
export const watching = z.object({
  count: z.number().int(),
  /** Whether the viewer is one of them. */
  isMine: z.boolean(),
  /** Whether the list is for the viewer: admins, spectators, and drivers once somebody watches. */
  isShown: z.boolean(),
  /** Whether each has a place that a driver could have. */
  takesSeats: z.boolean(),
})

/** Who watches an event: product.md §2 "Spectators", §3 Spectator, §5 "Open slots", §6. */
export const spectatorsContract = {
  spectators: query('/query/entry-list/{refId}/spectators', {
    summary: 'Who watches an event: for its admins, its spectators and its drivers',
    params: z.object({ refId: sessionId }),
    reply: spectators,
    refusals: ['NOT_FOUND'],
  }),
  AddSpectator: command('entry-list', 'AddSpectator', {
    summary: 'The signed-in member watches the event; outside ACC that takes a place of the grid. `v` is the event’s',
    path: at('AddSpectator'),
    body: z.strictObject({
      driverId: userId,
      /** The event’s entry password, where it has one. */
      password: word(64).nullable().optional(),
    }),
    reply: entryReply,
    refusals: [
      'NOT_FOUND',
      'FORBIDDEN',
      'COMMUNITY_CLOSED',
      'WRONG_STATE',
      'REGISTRATION_CLOSED',
      'ALREADY_REGISTERED',
      'SPECTATING',
      'MEMBER_BANNED',
      'MEMBER_REQUIRED',
      'REJOIN_NOT_ALLOWED',
      'WRONG_PASSWORD',
      'RATE_LIMIT_EXCEEDED',
      'REGISTRATION_FULL',
      'ACCOUNT_NOT_FOUND',
      'VERSION_CONFLICT',
    ],
  }),
  RemoveSpectator: command('entry-list', 'RemoveSpectator', {
    summary: 'A spectator leaves, or an admin takes one out; the place goes to who waits. `v` is the event’s',
    path: at('RemoveSpectator'),
    body: z.strictObject({ driverId: userId }),
    reply: entryReply,
    refusals: ['NOT_FOUND', 'NOT_REGISTERED', 'ADMIN_REQUIRED', 'REGISTRATION_CLOSED', 'CANCEL_TOO_LATE', 'EVENT_STARTED', 'VERSION_CONFLICT'],
  }),
}
