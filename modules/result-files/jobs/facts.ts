import { findTrack } from '#games/catalogue.ts'
import type { GameId, SegmentResults } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { sourceOf } from '#modules/results/rules/participant.ts'
import { plain } from '#modules/results/rules/plain.ts'
import { fingerprintOf } from './fingerprint.ts'

type Track = { readonly trackId: string; readonly trackName: string }

/** What is told of a session beside its rows; its track is the event's where that is given. */
export const factsOf = (session: SegmentResults, game: GameId, own?: Track): object => {
  const named = session.facts['trackName']
  const trackName = trackIn(game, session.trackId) ?? (typeof named === 'string' ? named : session.trackId)
  const facts = {
    source: sourceOf(game),
    nativeType: session.nativeType,
    trackId: session.trackId,
    layoutId: session.layoutId,
    isWet: session.isWet,
    startedAt: session.startedAt,
    ...session.facts,
  }
  const history = session.facts['historyIndex'] == null ? {} : { fingerprint: fingerprintOf(session) }
  return safe({ ...facts, trackName, ...(own && { ...own, layoutId: null }), ...history })
}

/** The track of an event as its game's catalogue calls it. */
export const trackOf = ({ game, trackId }: { readonly game: GameId; readonly trackId: string }): Track => ({
  trackId,
  trackName: trackIn(game, trackId) ?? trackId,
})

function trackIn(game: GameId, trackId: string): string | undefined {
  const catalogue = gameOf(game)?.catalogue
  return catalogue && findTrack(catalogue, trackId)?.name
}

/** Facts of a foreign file without what jsonb refuses, names of people left out. */
const safe = (facts: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([key, value]) => [key, typeof value === 'string' ? plain(value) : value]),
  )
