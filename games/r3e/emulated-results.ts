import type { DrivenSegment } from '#games/event.ts'
import type { ServerOrder } from '#games/game.ts'
import { gaveUp } from '#games/race.ts'
import type { Driven, DrivenLap } from '#games/race.ts'
import { encodeUtf8 } from '#games/text.ts'
import { carOf } from './catalogue.ts'

const NO_TIME = -1000
const USE = ['Off', 'Normal', 'Two', 'Three', 'Four']
const FLAGS = ['None', 'Black', 'VisualOnly', 'All']
const CUTS = ['Off', 'SlowDown', 'StopAndGo']

/** The one result file of an event, with the names and order of the server's own. */
export function resultFile(
  order: ServerOrder,
  segments: readonly DrivenSegment[],
  names: { readonly track: string; readonly layout: string },
  time: { readonly begunAt: Date; readonly endMs: number },
): Uint8Array {
  const option = (key: string): number => Number(order.options[key] ?? 0)
  const races = segments.filter(({ segment }) => segment.type === 'RACE')
  const content = {
    Server: order.serverName,
    StartTime: Math.floor(time.begunAt.getTime() / 1000),
    Time: Math.floor((time.begunAt.getTime() + time.endMs) / 1000),
    Experience: 'RaceRoom Experience',
    Difficulty: order.options['assists.preset'] === 'getreal' ? 'GetReal' : 'Custom',
    FuelUsage: USE[option('realism.FuelUsage')] ?? 'Normal',
    TireWear: USE[option('realism.TireWear')] ?? 'Normal',
    MechanicalDamage: option('realism.Damage') > 0 ? 'On' : 'Off',
    FlagRules: FLAGS[option('rules.FlagRules')] ?? 'None',
    CutRules: CUTS[option('rules.CutRules')] ?? 'Off',
    RaceSeriesFormat: null,
    WreckerPrevention: 'Off',
    MandatoryPitstop: 'Off',
    Track: names.track,
    TrackLayout: names.layout,
    Sessions: segments.map((driven) => ({
      Type: driven.segment.type === 'PRACTICE' ? 'Practice' : driven.segment.type === 'QUALIFY' ? 'Qualify' : raceName(races.indexOf(driven)),
      Players: driven.rows.map((row, i) => player(order, driven, row, i + 1)),
    })),
  }
  return encodeUtf8(JSON.stringify(content, null, 2))
}

const raceName = (index: number): string => (index === 0 ? 'Race' : `Race${index + 1}`)

function player(order: ServerOrder, { segment, rows }: DrivenSegment, row: Driven, place: number): object {
  const entry = order.entries[row.racer]
  const [driver] = entry?.drivers ?? []
  const race = segment.type === 'RACE'
  const stopped = race && gaveUp(rows, row)
  const id = driver?.platformId ?? ''
  return {
    UserId: /^\d{1,15}$/.test(id) ? Number(id) : -1,
    FullName: driver?.name ?? '',
    Username: `driver${row.racer + 1}`,
    UserWeightPenalty: 0,
    CarId: Number(entry?.carId ?? 0),
    Car: carOf(entry?.carId ?? '')?.name ?? '',
    CarWeightPenalty: order.bop.find(({ carId }) => carId === entry?.carId)?.ballastKg ?? 0,
    LiveryId: 0,
    CarPerformanceIndex: 100,
    Position: place,
    PositionInClass: place,
    StartPosition: place,
    StartPositionInClass: place,
    BestLapTime: row.bestMs ?? NO_TIME,
    TotalTime: race && !stopped ? row.totalMs || NO_TIME : -1,
    FinishStatus: stopped ? 'DidNotFinish' : 'Finished',
    RaceSessionLaps: [...row.laps.map((lap) => lapJson(lap, place)), ...(stopped ? [lapJson(null, place)] : [])],
  }
}

/** Sectors count from the start of the lap. */
const lapJson = (lap: DrivenLap | null, place: number): object => ({
  Time: lap?.timeMs ?? NO_TIME,
  SectorTimes: lap ? lap.sectors.map((_, i) => lap.sectors.slice(0, i + 1).reduce((sum, sector) => sum + sector, 0)) : [NO_TIME, NO_TIME, NO_TIME],
  PositionInClass: place,
  Valid: lap?.valid ?? false,
  Position: place,
  PitStopOccured: lap?.pit ?? false,
  Incidents: lap?.contact ? [{ Type: lap.contact === 'car' ? 0 : 1, Points: lap.contact === 'car' ? 4 : 2, OtherUserId: -1 }] : [],
})
