import type { SessionId, UserId } from '#core/ids.ts'
import { outlineOf, outlineParts } from '#games/outlines/outlines.ts'
import { seesEvent } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { Card } from '#server/outside/cards/card.ts'
import { startWords } from '#server/outside/cards/when.ts'
import { cardOf, cardRows } from '../queries/rows.ts'

type Preview = { readonly leagueId: string; readonly card: Card }

/** What the link preview of an event shows that everybody may see, or all that `asker` may, and whose it is; `null` for any other. */
export async function eventPreview(db: Reader, id: SessionId, publicUrl: string, asker: UserId | null = null): Promise<Preview | null> {
  const row = await cardRows(db).where('sessions.id', '=', id).where(seesEvent(asker)).executeTakeFirst()
  if (!row) return null
  const event = cardOf(row, 'FREE')
  const outline = outlineOf(event.game, event.trackId, event.track.layoutId)
  const cars = event.carClasses.map((one) => one.name).join(', ') || event.carsName
  const card: Card = {
    site: new URL(publicUrl).host,
    above: event.leagueName,
    logo: row.league_logo,
    title: event.sessionName,
    plainTitle: event.trackName,
    place: { country: event.track.country, words: [event.trackName, event.track.layoutName].filter(Boolean).join(' · ') },
    facts: [startWords(row.starts_at), [event.gameShortName, cars].filter(Boolean).join(' · ')],
    seats: { taken: event.taken, most: event.config.seats },
    podium: [],
    picture: row.bg_image ?? row.league_background,
    drawing: outline === null ? null : outlineParts(outline),
  }
  return { leagueId: row.league_id, card }
}
