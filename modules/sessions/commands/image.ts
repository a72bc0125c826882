import type { SessionId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { planInForce } from '#modules/billing/rules.ts'
import { dropImages, registerImages, roleIn, takeImage } from '#modules/leagues/door.ts'
import type { CommandsOf } from '#server/room.ts'
import type { sessionsContract } from '../contract.ts'
import { ImageChanged } from '../contract/facts.ts'
import { mayChangeImage } from '../policy.ts'
import { bump, lockLeague, lockRow, leagueAndStatusOf, showsImage } from '../store.ts'
import { at } from './order.ts'

registerImages('SESSION', {
  find: async (db, id) => {
    const event = await leagueAndStatusOf(db, id as SessionId)
    return event && { leagueId: event.leagueId, mayUpload: (facts, plan) => mayChangeImage(facts, event.status, plan) }
  },
  shows: showsImage,
})

export const imageCommands: Pick<CommandsOf<typeof sessionsContract>, 'ChangeImage'> = {
  /** Puts a finished picture in the place of another, which goes once no page can be showing it any more. */
  ChangeImage: async (context, { id, v, body: { img } }) => {
    const { tx, now, actor } = context
    const event = await leagueAndStatusOf(tx, id as SessionId)
    const league = event && (await lockLeague(tx, event.leagueId))
    if (!event || !league) return refuse('NOT_FOUND')
    const facts = { ...league, role: await roleIn(tx, league.id, actor.userId) }
    const may = mayChangeImage(facts, event.status, img === null ? null : planInForce(league.plan, league.plan_ends_at, now))
    if (may !== true) return may
    const session = await lockRow(tx, id as SessionId)
    if (!session) return refuse('NOT_FOUND')
    const images = img === null ? ok(new Map()) : await takeImage(tx, { type: 'SESSION', id }, { type: 'background', name: img }, now)
    if (!images.ok) return images
    const shown = { bg_image: images.value.get('background') ?? null, bg_image_small: images.value.get('background-small') ?? null }
    const saved = await bump(tx, session.id, v, shown)
    if (!saved.ok) return saved
    dropImages(context, [session.bg_image, session.bg_image_small], Object.values(shown))
    context.record(ImageChanged, { ...at(session), img })
    return saved
  },
}
