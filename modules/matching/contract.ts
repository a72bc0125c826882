/**
 * matching: drivers of results whom nothing makes known. Admins say who they are; it is remembered for the community and can be undone.
 * Specification: game-formats.md §9.8; product.md §2 "iRacing result import".
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { driverMatchId, entryId, leagueId, sessionId, userId } from '#core/ids.ts'
import { word } from '#core/text.ts'

const int = z.number().int()
/** Names a stranger as the desk gave it: whose name it is and what the game calls them. */
const stranger = word(600)

const seat = z.object({
  /** The tab: race-1, qualify-1 … */
  segment: z.string(),
  splitNo: int,
  position: int,
  raceNumber: int.nullable(),
  carName: z.string().nullable(),
})

const strangerView = z.object({
  key: stranger,
  /** As the file calls them. */
  name: z.string(),
  /** The account the file names, where it does. */
  account: z.string().nullable(),
  seats: z.array(seat),
  /** Who an admin of the community has said it is, in whatever event; `here`: it counts in this one. */
  match: z
    .object({
      id: driverMatchId,
      userId,
      name: z.string().nullable(),
      by: z.string().nullable(),
      at: z.string(),
      here: z.boolean(),
    })
    .nullable(),
  /** Of the match, counted from 1; 0 before the first. */
  v: int,
  /** Who drives the event or is a member, and is called so. */
  proposal: userId.nullable(),
})
export type StrangerView = z.infer<typeof strangerView>

const desk = z.object({
  leagueId,
  strangers: z.array(strangerView),
  /** Who drives the event, and whom names propose: those most likely. Any member may be named. */
  people: z.array(z.object({ userId, name: z.string(), raceNumber: int.nullable() })),
})
export type DeskView = z.infer<typeof desk>

export const matchingContract = {
  matchingDesk: query('/query/race/{id}/matching', {
    summary: 'Drivers in the results of an event whom nothing makes known, and whom admins have named; for its admins',
    params: z.object({ id: sessionId }),
    reply: desk,
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED'],
  }),
  AssignDriver: command('driver-match', 'AssignDriver', {
    summary: 'Says who a stranger in the results of an event is, there and in what is read next. `id` is the event’s, `v` the match’s, 0 for none',
    body: z.union([
      z.strictObject({ stranger, userId }),
      // the one driver of an entry
      z.strictObject({ stranger, entryId }),
    ]),
    reply: z.object({ id: driverMatchId, v: int }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'NOT_A_MEMBER', 'ACCOUNT_NOT_FOUND', 'DRIVER_NOT_NAMED', 'DRIVER_TWICE_IN_SEGMENT', 'VERSION_CONFLICT'],
  }),
  UndoMatch: command('driver-match', 'UndoMatch', {
    summary: 'Takes back who a stranger is, wherever it counts. `v` is the match’s',
    reply: z.object({ id: driverMatchId }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'VERSION_CONFLICT'],
  }),
}
