import type { UserId } from '#core/ids.ts'
import { formatLapTime } from '#core/lap-time.ts'
import type { Card, OwnCard } from '#server/outside/cards/card.ts'
import { gapText, shownPosition } from '../rules.ts'
import { startersIn, type OwnResult } from '../rules/own-result.ts'

/** The picture of an event, with what one driver came to in it. */
export function ownCard(card: Card, { segment, row }: OwnResult, userId: UserId): Card {
  const driver = row.drivers.find((one) => one.userId === userId)
  const team = row.participant.type === 'TEAM' ? row.name : null
  return {
    ...card,
    title: driver?.name ?? '–',
    plainTitle: row.raceNumber === null ? '–' : `#${row.raceNumber}`,
    own: {
      country: driver?.country ?? null,
      event: [team, card.title].filter(Boolean).join(' · '),
      place: row.status === 'FINISHED' ? `P${shownPosition(row, segment.manualSession)}` : row.status,
      isOut: row.status !== 'FINISHED',
      of: startersIn(segment.results),
      gained: row.positionsGained,
      facts: factsOf({ segment, row }, userId),
    },
  }
}

function factsOf({ segment, row }: OwnResult, userId: UserId): OwnCard['facts'] {
  const carClass = segment.carClasses.length > 1 && segment.carClasses.find(({ id }) => id === row.carClassId)
  const change = row.rankingChange ?? row.drivers.find((one) => one.userId === userId)?.ofTeam?.rankingChange
  // that somebody is out stands large; of other segments than a race the time is the best lap
  const gap =
    row.status === 'FINISHED' && (segment.type === 'RACE' || row.timeRetired.type === 'TIMEDIFF') ? gapText(row, (count) => `+${count} L`) : ''
  const facts: OwnCard['facts'] = [
    { sign: 'class', words: carClass && row.status === 'FINISHED' ? `P${row.classPosition} · ${carClass.name}` : '', tone: 'plain' },
    { sign: 'time', words: gap, tone: 'plain' },
    {
      sign: 'lap',
      words: formatLapTime(row.bestLapTime),
      tone: row.bestLapIs === 'session' ? 'best' : row.bestLapIs === 'personal' ? 'good' : 'plain',
    },
    { sign: 'rank', words: change ? signed(change.delta) : '', tone: change && change.delta < 0 ? 'bad' : 'good' },
  ]
  return facts.filter(({ words }) => words !== '')
}

const signed = (delta: number): string => (delta > 0 ? `+${delta}` : delta < 0 ? `−${-delta}` : '±0')
