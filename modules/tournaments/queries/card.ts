import { formatLapTime } from '#core/lap-time.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { outlineOf, outlineParts } from '#games/outlines/outlines.ts'
import type { Card } from '#server/outside/cards/card.ts'
import { startWords } from '#server/outside/cards/when.ts'
import type { StandingsView } from '../contract/standings.ts'
import { isDone } from '../rules.ts'
import { roundsOf, type ViewRow } from './views.ts'

/** A season’s link preview: who leads once a round is driven, else the round that comes next; `table` is what visitors are told. */
export function seasonCard(row: ViewRow, table: StandingsView, publicUrl: string): Card {
  const rounds = roundsOf(row, false)
  const shown = rounds.find(({ status }) => !isDone(status)) ?? rounds.at(-1)
  const event = row.events.find(({ sessionId }) => sessionId === shown?.sessionId)
  const outline = event ? outlineOf(row.game as GameId, event.trackId, event.layoutId) : null
  const game = gameOf(row.game as GameId)?.name ?? row.game
  return {
    site: new URL(publicUrl).host,
    above: row.league_name,
    logo: row.league_logo,
    title: row.name,
    plainTitle: shown?.trackName ?? game,
    place: shown ? { country: shown.country, words: `${shown.no} / ${rounds.length} · ${shown.trackName}` } : null,
    facts: [...(shown ? [startWords(new Date(shown.startsAt))] : []), game],
    seats: row.type === 'CHAMPIONSHIP' && row.status === 'REGISTRATION' ? { taken: row.taken, most: row.max_entries } : null,
    podium:
      table.roundsHeld > 0 ? table.rows.slice(0, 3).map((one) => ({ country: one.country, name: one.name ?? '–', more: reachedBy(one, table) })) : [],
    picture: row.bg_image,
    drawing: outline === null ? null : outlineParts(outline),
  }
}

const reachedBy = ({ bestTimeMs, points }: StandingsView['rows'][number], { onlyBestRaceTime }: StandingsView): string =>
  onlyBestRaceTime ? formatLapTime(bestTimeMs) : String(Math.round(points * 100) / 100)
