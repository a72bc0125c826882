import type { SessionId } from '#core/ids.ts'
import { allowed, ok, refuse, type Verdict } from '#core/result.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { notify } from '#modules/notifications/door.ts'
import { sessionFacts, takeSpectatorSeat } from '#modules/sessions/door.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import type { CommandContext, CommandsOf } from '#server/room.ts'
import { SpectatorAdded } from '../contract/facts.ts'
import { entriesNotices } from '../contract/notices.ts'
import type { spectatorsContract } from '../contract/spectators.ts'
import { stopWatching } from '../door/leaving.ts'
import { mayRemoveSpectator, mayStopWatching, mayWatch } from '../policy/spectators.ts'
import { findFacts, type Facts } from '../store.ts'
import { insertSpectator } from '../store/spectators.ts'
import { lockedFacts } from './locked.ts'
import { knowsPassword } from './register.ts'

/** Commands of who watches. Their places are counted on the event's row, in the statement that counts those of drivers. */
export const spectatorsCommands: CommandsOf<typeof spectatorsContract> = {
  AddSpectator: async (context, { id, v, body }) => {
    const { tx, actor, now, record } = context
    const facts = await findFacts(tx, id as SessionId, actor.userId, now)
    if (!facts || !allowed(maySeeEvent(facts, facts.status))) return refuse('NOT_FOUND')
    const may = mayWatch(facts.event, { ...facts.person, plan: actor.plan })
    if (may !== true) return may
    // nobody is put among the spectators by somebody else
    if (body.driverId !== actor.userId) return refuse('FORBIDDEN')
    if (facts.v !== v) return refuse('VERSION_CONFLICT')
    const known = await knowsPassword(context, facts, body.password ?? '')
    if (known !== true) return known
    const place = await takePlace(context, facts)
    if (place !== true) return place
    const at = { sessionId: facts.id, leagueId: facts.league_id, userId: actor.userId }
    const added = await insertSpectator(tx, at, now)
    if (added !== true) return added
    record(SpectatorAdded, at)
    return ok({ v })
  },

  RemoveSpectator: async (context, { id, v, body }) => {
    const locked = await lockedFacts(context, id as SessionId)
    if (!locked.ok) return locked
    const facts = locked.value
    const isOwn = body.driverId === context.actor.userId
    const may =
      isOwn && !atLeast(facts.role, 'admin') ? mayStopWatching(context.now, facts.event, facts.person) : mayRemoveSpectator(facts.event, facts.role)
    if (may !== true) return may
    if (facts.v !== v) return refuse('VERSION_CONFLICT')
    const isGone = await stopWatching(context, { sessionId: facts.id, leagueId: facts.league_id }, body.driverId)
    if (!isGone) return refuse('NOT_REGISTERED')
    if (!isOwn)
      notify(context, entriesNotices.stopsWatching, {
        userId: body.driverId,
        params: { event: facts.name },
        link: `/events/${facts.id}`,
        // who comes again may be taken out again
        effectKey: `spectator-removed:${context.requestId}`,
      })
    return ok({ v })
  },
}

async function takePlace({ tx }: CommandContext, { id, v }: Facts): Promise<Verdict> {
  if (await takeSpectatorSeat(tx, id, v)) return true
  const session = await sessionFacts(tx, id)
  if (session?.status !== 'WAITING') return refuse('REGISTRATION_CLOSED')
  return refuse(session.v === v ? 'REGISTRATION_FULL' : 'VERSION_CONFLICT')
}
