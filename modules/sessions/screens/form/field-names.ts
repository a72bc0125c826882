import type { Bonus } from '#modules/points/rules.ts'
import type { GameId } from '#games/game.ts'
import { useAsk } from '#web/kit/ask.ts'
import type { Naming } from '#web/kit/edit/edit.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { sessionsContract, type CatalogueReply } from '../../contract.ts'
import type { Schedule } from '../../rules/daily.ts'
import { HOSTINGS } from '../../rules.ts'
import type { JoinCondition } from '../../rules/join-conditions.ts'
import { shownValue } from '../options/options.ts'
import { useOptions } from '../options/use-options.ts'
import type { ClassState, FormState, SegmentState } from './form-state.ts'

const LABELS = {
  trackId: 'form.track',
  multiclass: 'form.cars',
  startsAt: 'form.startsAt',
  daily: 'form.daily',
  name: 'form.name',
  description: 'form.description',
  segments: 'form.segments',
  maxEntries: 'form.maxEntries',
  isMultiSplit: 'form.isMultiSplit',
  maxSplitEntries: 'form.maxSplitEntries',
  minSplitEntries: 'form.minSplitEntries',
  checkIn: 'form.checkIn',
  region: 'form.region',
  registrationOpensAt: 'form.registrationOpensAt',
  isRanked: 'form.isRanked',
  driverSwap: 'form.driverSwap',
  hasGridPositions: 'form.hasGridPositions',
  closedEntry: 'form.closedEntry',
  enableServerProtection: 'form.enableServerProtection',
  entryPassword: 'form.entryPassword',
  passwords: 'form.passwords',
  serverName: 'form.serverName',
  hosting: 'form.hosting',
  gameName: 'form.gameName',
  game: 'form.whichGame',
  manual: 'form.whoHosts',
  points: 'points.title',
  joinConditions: 'form.joinConditions',
} as const satisfies Partial<Record<keyof FormState, string>>

const POINTS = {
  table: 'points.table',
  minimumDistancePercent: 'points.distance',
  scope: 'points.byClass',
  gridSize: 'points.byGrid',
  bonus: 'points.bonus',
} as const

/** What the fields of an event are called, and their values in words, where two people have changed one. */
export function useEventNaming(game: GameId): Naming {
  const text = useTexts('sessions-form')
  const words = useTexts('sessions')
  const format = useFormat()
  const tables = useAsk(sessionsContract.catalogue, { game, part: 'plan' }, { staleMs: Infinity }).data
  const options = useOptions(tables?.options)
  return {
    label: ([key, part]) => {
      if (key === 'options') return options.find((one) => one.key === part)?.label ?? part ?? text('form.allSettings')
      if (key === 'points' && part) return text(POINTS[part as keyof typeof POINTS])
      if (key === 'joinConditions' && part) return text(`form.condition.${part as JoinCondition}`)
      return text(LABELS[key as keyof typeof LABELS])
    },
    show: ([key, part], value) => {
      if (key === 'options') {
        const option = options.find((one) => one.key === part)
        // what nobody has set is as the game has it
        return option && shownValue(option, value ?? option.default, words)
      }
      if (key === 'trackId') return trackOf(value as Pick<FormState, 'trackId' | 'layoutId'>, tables)
      if (key === 'multiclass') return carsOf(value as Pick<FormState, 'multiclass' | 'carIds' | 'classes'>, tables)
      if (key === 'name') return (value as Pick<FormState, 'name'>).name
      if (key === 'startsAt' || key === 'registrationOpensAt') return value ? format.date(value as string, 'dateTime', true) : undefined
      if (key === 'daily' && value !== null && typeof value === 'object' && 'times' in value) return dailyLine(value as Schedule)
      if (key === 'segments') return (value as readonly SegmentState[]).map(segmentLine).join('\n')
      if (key === 'hosting') return HOSTINGS.some((one) => one === value) ? text(`form.hosted.${value as (typeof HOSTINGS)[number]}`) : undefined
      // what opens a door is shown to nobody twice
      if (key === 'passwords' || key === 'entryPassword') return value ? text('form.changed') : undefined
      if (key !== 'points') return undefined
      if (part === 'scope') return text(value === 'CLASS' ? 'points.byClass' : 'points.overall')
      if (part === 'bonus') return bonusLine(value as Bonus | null | undefined)
      if (part === 'gridSize') return gridLine(value as GridSize)
      return Array.isArray(value) ? value.join(' ') : (value as FormState['points'])?.table?.join(' ')
    },
  }
}

type GridSize = { readonly base: number; readonly multiplier: number } | null | undefined
const bonusLine = (bonus: Bonus | null | undefined): string | undefined => (bonus ? `${bonus.pole} + ${bonus.fastestLap}` : undefined)
const gridLine = (grid: GridSize): string | undefined => (grid ? `${grid.base}, ${grid.multiplier}` : undefined)
const dailyLine = ({ times, timeZone, until }: Schedule): string => `${times.join(' ')} ${timeZone}, ${until}`

const segmentLine = ({ type, laps, duration }: SegmentState): string => `${type} ${laps ?? duration}`

function trackOf({ trackId, layoutId }: Pick<FormState, 'trackId' | 'layoutId'>, tables: CatalogueReply | undefined): string {
  const track = tables?.tracks.find(({ id }) => id === trackId)
  const layout = track?.layouts.find(({ id }) => id === layoutId)
  return [track?.name ?? trackId, layout?.name].filter(Boolean).join(', ')
}

function carsOf(picked: Pick<FormState, 'multiclass' | 'carIds' | 'classes'>, tables: CatalogueReply | undefined): string {
  const nameOf = (id: string): string => tables?.cars.find((car) => car.id === id)?.name ?? id
  const names = (ids: readonly string[]): string => ids.map(nameOf).join(', ')
  return picked.multiclass ? picked.classes.map((one: ClassState) => `${one.name}: ${names(one.carIds)}`).join('\n') : names(picked.carIds)
}
