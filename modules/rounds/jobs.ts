import type { RoundId, UserId } from '#core/ids.ts'
import { notify } from '#modules/notifications/door.ts'
import { on, type ChangeContext, type Listener } from '#server/room.ts'
import { RoundEnded, RoundPublished } from './contract/facts.ts'
import { roundsNotices } from './contract/notices.ts'
import { broughtInto, placesIn } from './queries/told.ts'

type Round = { readonly id: RoundId; readonly name: string; readonly league: string }

/** Somebody may drive a round: told once, whether it was published first or they were brought in; and again who was taken out in between. */
export const tellBroughtIn = (context: ChangeContext, { id, name, league }: Round, userId: UserId, since: Date): void =>
  notify(context, roundsNotices.broughtIn, {
    userId,
    params: { round: name, league },
    link: `/rounds/${id}`,
    effectKey: `round-reached:${id}:${userId}:${since.getTime()}`,
  })

export const roundsListeners: readonly Listener[] = [
  on(RoundPublished, 'rounds.published', async (context, { roundId: id }) => {
    const round = await broughtInto(context.tx, id)
    for (const { userId, since } of round?.drivers ?? []) tellBroughtIn(context, { id, ...round! }, userId, new Date(since))
  }),
  on(RoundEnded, 'rounds.ended', async (context, { roundId: id }) => {
    const round = await broughtInto(context.tx, id)
    if (!round) return
    for (const { userId, position } of await placesIn(context.tx, id))
      notify(context, roundsNotices.ended, {
        userId,
        params: { round: round.name, league: round.league, place: String(position) },
        link: `/rounds/${id}`,
        effectKey: `round-ended:${id}:${userId}`,
      })
  }),
]
