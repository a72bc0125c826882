import { findTrack } from '#games/catalogue.ts'
import type { GameId, SessionResults } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { sourceOf } from '#modules/results/rules/participant.ts'
import { plain } from '#modules/results/rules/plain.ts'
import { fingerprintOf } from './fingerprint.ts'

/** What is told of a session beside its rows. */
export const factsOf = (session: SessionResults, game: GameId): object => {
  const catalogue = gameOf(game)?.catalogue
  const own = session.facts['trackName']
  const trackName = (catalogue && findTrack(catalogue, session.trackId)?.name) ?? (typeof own === 'string' ? own : session.trackId)
  const told = {
    source: sourceOf(game),
    nativeType: session.nativeType,
    trackId: session.trackId,
    isWet: session.isWet,
    startedAt: session.startedAt,
    ...session.facts,
  }
  return safe({ ...told, trackName, ...(session.facts['historyIndex'] == null ? {} : { fingerprint: fingerprintOf(session) }) })
}

/** Facts of a foreign file without what jsonb refuses, names of people left out. */
const safe = (facts: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([key, value]) => [key, typeof value === 'string' ? plain(value) : value]),
  )
