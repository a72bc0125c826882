import { GAME_FACTS } from '#games/facts/facts.ts'
import type { Card } from '#server/outside/cards/card.ts'
import type { ComparedView, SideView } from '../contract.ts'

/** Who a driver is, in numbers that racing writes alike everywhere: wins, podiums, poles, fastest laps; their rank in the games they race most. */
export const driverCard = ({ name, country, ranks, totals }: Omit<SideView, 'id'>, publicUrl: string): Card => ({
  ...empty(publicUrl),
  title: name ?? '–',
  plainTitle: country ?? '–',
  place: { country, words: rankWords(ranks) },
  facts: totals.starts === 0 ? [] : [`P1 × ${totals.wins} · P1–3 × ${totals.podiums}`, `PP × ${totals.poles} · FL × ${totals.fastestLaps}`],
})

/** Two drivers, and how often each was ahead of the other. */
export const comparedCard = ({ first, second, together }: ComparedView, publicUrl: string): Card => ({
  ...empty(publicUrl),
  title: `${first.name ?? '–'} – ${second.name ?? '–'}`,
  plainTitle: `${together.ahead.first} : ${together.ahead.second}`,
  place: { country: null, words: `${together.ahead.first} : ${together.ahead.second}` },
  facts: [first, second].map(({ name, totals }) => `${name ?? '–'}: P1 × ${totals.wins} · P1–3 × ${totals.podiums}`),
})

const empty = (publicUrl: string) => ({
  site: new URL(publicUrl).host,
  above: '',
  logo: null,
  seats: null,
  podium: [],
  picture: null,
  drawing: null,
})

const MOST_GAMES = 2
const rankWords = ({ games, overall }: SideView['ranks']): string =>
  games.length === 0
    ? overall === null
      ? ''
      : String(overall.rank)
    : games
        .slice(0, MOST_GAMES)
        .map(({ game, rank }) => `${GAME_FACTS[game]?.shortName ?? game} ${rank}`)
        .join(' · ')
