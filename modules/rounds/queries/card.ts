import { gameOf } from '#games/index.ts'
import { outlineOf, outlineParts } from '#games/outlines/outlines.ts'
import { isDone } from '#modules/tournaments/rules.ts'
import type { Card } from '#server/outside/cards/card.ts'
import { startWords } from '#server/outside/cards/when.ts'
import type { RoundResultRow } from '../contract/shapes.ts'
import { viewOf, type RoundRow } from './views.ts'

/** A round’s link preview: who came furthest, else the event that comes next. */
export function roundCard(row: RoundRow, best: readonly RoundResultRow[], now: Date, publicUrl: string): Card {
  const { sessions, startDate } = viewOf(row, now, false)
  const shown = sessions.find(({ status }) => !isDone(status)) ?? sessions.at(-1)
  const event = row.events.find(({ id }) => id === shown?.id)
  const outline = event ? outlineOf(event.game, event.trackId, event.layoutId) : null
  return {
    site: new URL(publicUrl).host,
    above: row.league_name,
    logo: row.league_logo,
    title: row.name,
    plainTitle: shown?.trackName ?? row.short_name,
    place: shown ? { country: shown.country, words: shown.trackName } : null,
    facts: [startWords(new Date(shown?.startsAt ?? startDate)), ...(event ? [gameOf(event.game)?.name ?? event.game] : [])],
    seats: null,
    podium: best.map(({ country, name, points }) => ({ country, name: name ?? '–', more: String(Math.round(points * 100) / 100) })),
    picture: row.img,
    drawing: outline === null ? null : outlineParts(outline),
  }
}
