import { formatDuration, HOUR_MS, parseDuration } from '#core/duration.ts'
import { GAME_IDS, type GameId, type OptionValue, type SegmentType } from '#games/game.ts'
import type { SentOf } from '#core/contract.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import { manual } from '#games/manual/manual.ts'
import type { CatalogueReply, PointsFields, RaceView, sessionsContract } from '../../contract.ts'
import type { JoinConditions } from '../../rules/join-conditions.ts'
import { now } from '#web/kit/clock.ts'
import { startsOf, type Schedule } from '../../rules/daily.ts'
import { BOUNDS, isManualOnly, LAUNCH_LEAD_MS, nextStartStep, plannedMinutes, usualHosting, type Hosting } from '../../rules.ts'

/** What no browser keeps of it. */
export const SECRETS = ['passwords', 'entryPassword'] as const satisfies readonly (keyof FormState)[]
/** What makes sense only as it was chosen together. */
export const TOGETHER = [
  ['trackId', 'layoutId'],
  ['multiclass', 'carIds', 'classes'],
  ['name', 'nameTyped'],
] as const satisfies readonly (readonly (keyof FormState)[])[]

/** Everything typed into the form, half-typed things as they stand; kept in the browser until it is saved. */
export type FormState = {
  readonly game: GameId | null
  /** The community races on servers of its own; always so where the platform runs none. */
  readonly manual: boolean
  /** Who starts the server; `null`: as usual for the game. */
  readonly hosting: Hosting | null
  /** Of another game than those of the platform. */
  readonly gameName: string
  readonly name: string
  /** The name follows the track until somebody types one. */
  readonly nameTyped: boolean
  readonly description: string
  readonly serverName: string
  readonly trackId: string | null
  readonly layoutId: string | null
  readonly multiclass: boolean
  readonly carIds: readonly string[]
  readonly classes: readonly ClassState[]
  readonly segments: readonly SegmentState[]
  readonly options: Readonly<Record<string, OptionValue>>
  readonly startsAt: string | null
  /** Of a daily template: when events are made of it, in place of the one start. */
  readonly daily: Schedule | null
  readonly region: string
  readonly maxEntries: number | null
  readonly isMultiSplit: boolean
  /** `null`: as many as the track has room for, and half of the most. */
  readonly maxSplitEntries: number | null
  readonly minSplitEntries: number | null
  readonly checkIn: boolean
  readonly registrationOpensAt: string | null
  readonly isRanked: boolean
  readonly driverSwap: boolean
  readonly hasGridPositions: boolean
  readonly closedEntry: boolean
  readonly enableServerProtection: boolean
  readonly entryPassword: string
  readonly passwords: { readonly server: string; readonly admin: string; readonly spectator: string }
  /** `null`: the usual ones. */
  readonly points: PointsFields | null
  readonly joinConditions: JoinConditions
}
export type ClassState = {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly carIds: readonly string[]
  readonly maxEntries: number | null
}
export type SegmentState = {
  readonly type: SegmentType
  readonly duration: string
  /** `null`: by time. */
  readonly laps: number | null
  readonly options: Readonly<Record<string, OptionValue>>
}

export type Change = (change: Partial<FormState>) => void

export const CLASS_COLOURS = ['#4aa8ff', '#ffc53d', '#3fdd87', '#ff5a4b', '#c27bff', '#ff9a3d', '#39d0d8', '#f06fb1', '#b8c0cc', '#8d5218']
const DEFAULT_MINUTES: Readonly<Record<SegmentType, number>> = { PRACTICE: 15, QUALIFY: 15, RACE: 45 }
const USUAL_GRID = 24

export const newSegment = (type: SegmentType): SegmentState => ({ type, duration: formatDuration(DEFAULT_MINUTES[type]), laps: null, options: {} })

/** A form that could be published after a game, a track and a car are picked: tomorrow evening at eight, qualifying and a race. */
export function emptyForm(nowMs: number): FormState {
  return {
    game: null,
    manual: false,
    hosting: null,
    gameName: '',
    name: '',
    nameTyped: false,
    description: '',
    serverName: '',
    trackId: null,
    layoutId: null,
    multiclass: false,
    carIds: [],
    classes: [],
    segments: [newSegment('QUALIFY'), newSegment('RACE')],
    options: {},
    startsAt: tomorrowEvening(nowMs),
    daily: null,
    region: 'IE-Dublin',
    maxEntries: USUAL_GRID,
    isMultiSplit: false,
    maxSplitEntries: null,
    minSplitEntries: null,
    checkIn: false,
    registrationOpensAt: null,
    isRanked: false,
    driverSwap: false,
    hasGridPositions: false,
    closedEntry: false,
    enableServerProtection: false,
    entryPassword: '',
    passwords: { server: '', admin: '', spectator: '' },
    points: null,
    joinConditions: {},
  }
}

function tomorrowEvening(nowMs: number): string {
  const day = new Date(nowMs + 24 * HOUR_MS)
  day.setHours(20, 0, 0, 0)
  return new Date(nextStartStep(Math.max(day.getTime(), nowMs + HOUR_MS))).toISOString()
}

/** The form of an event that exists. Passwords stay empty: left so, they stay as they are. */
export const formOf = (event: RaceView): FormState => ({
  game: event.game,
  manual: event.manualSession,
  hosting: event.hosting,
  gameName: isAnotherGame(event.game) ? event.gameName : '',
  name: event.sessionName,
  nameTyped: true,
  description: event.description,
  serverName: event.typedServerName ?? '',
  trackId: event.trackId,
  layoutId: event.track.layoutId,
  multiclass: event.carClasses.length > 0,
  carIds: event.cars.map(({ id }) => id),
  classes: event.carClasses.map((one) => ({ id: one.id, name: one.name, color: one.color, carIds: one.cars, maxEntries: one.maxClassEntries })),
  segments: event.config.segments.map(({ type, durationMin, laps, options }) => ({ type, duration: formatDuration(durationMin), laps, options })),
  options: event.config.options,
  startsAt: event.startsAt,
  daily: event.schedule ?? null,
  region: event.config.location,
  maxEntries: event.config.maxEntries,
  isMultiSplit: event.config.isMultiSplit,
  maxSplitEntries: event.config.maxSplitEntries,
  minSplitEntries: event.config.minSplitEntries,
  checkIn: event.config.checkIn,
  registrationOpensAt: event.chosenRegistrationOpensAt ?? null,
  isRanked: event.config.isRanked,
  driverSwap: event.driverSwap,
  hasGridPositions: event.config.hasGridPositions,
  closedEntry: event.config.closedEntry,
  enableServerProtection: event.config.enableServerProtection ?? false,
  entryPassword: event.config.entryPassword ?? '',
  passwords: { server: event.manualSession ? (event.config.passwords?.server ?? '') : '', admin: '', spectator: '' },
  points: event.points,
  joinConditions: event.joinConditions,
})

export type Body = SentOf<typeof sessionsContract.EditSession>

/** What is sent. `leagueId` is the community of the page. */
export function bodyOf(form: FormState, leagueId: string): Body {
  const { game, trackId, startsAt, maxEntries, maxSplitEntries, minSplitEntries } = form
  const typed = Object.fromEntries(Object.entries(form.passwords).filter(([, value]) => value !== ''))
  // of a server of their own there is what was typed, or none
  const passwords = isManual(form) ? { server: form.passwords.server } : typed
  return {
    leagueId,
    game: game ?? GAME_IDS[0],
    manualSession: isManual(form),
    ...(isManual(form) ? {} : { hosting: hostingOf(form) }),
    ...(isAnotherGame(game) ? { gameName: form.gameName.trim() } : {}),
    sessionName: form.name.trim(),
    description: form.description,
    ...(form.serverName.trim() === '' ? {} : { serverName: form.serverName.trim() }),
    trackId: trackId ?? '',
    layoutId: form.layoutId,
    cars: form.multiclass ? [] : form.carIds.map((id) => ({ id })),
    carClasses: form.multiclass ? form.classes.map(sentClass) : [],
    startsAt: firstStart(form) ?? startsAt ?? '',
    driverSwap: form.driverSwap,
    config: {
      segments: form.segments.map(({ type, duration, laps, options }) => ({
        type,
        options,
        ...(laps === null ? { durationMin: parseDuration(duration) ?? 0 } : { durationMin: 0, laps }),
      })),
      options: form.options,
      maxEntries: maxEntries ?? 0,
      isMultiSplit: form.isMultiSplit,
      ...(form.isMultiSplit && maxSplitEntries !== null ? { maxSplitEntries } : {}),
      ...(form.isMultiSplit && minSplitEntries !== null ? { minSplitEntries } : {}),
      checkIn: form.checkIn && !isManual(form),
      location: form.region as NonNullable<Body['config']['location']>,
      isRanked: form.isRanked,
      hasGridPositions: form.hasGridPositions,
      closedEntry: form.closedEntry,
      entryPassword: form.entryPassword,
      enableServerProtection: form.enableServerProtection,
      passwords,
    },
    registrationOpensAt: form.daily ? null : form.registrationOpensAt,
    points: form.points,
    joinConditions: { ...form.joinConditions },
  }
}

/** Of a schedule the first that an event can still be made for. */
const firstStart = ({ daily }: Pick<FormState, 'daily'>): string | undefined =>
  daily?.days.length ? startsOf(daily, now() + LAUNCH_LEAD_MS)[0]?.toISOString() : undefined

const sentClass = ({ id, name, color, carIds, maxEntries }: ClassState) => ({ id, name, color, cars: [...carIds], maxClassEntries: maxEntries })

/** Who starts the server; nobody does of an event kept by hand. */
export const hostingOf = (form: Pick<FormState, 'game' | 'manual' | 'hosting'>): Hosting =>
  isManual(form) ? 'ELSEWHERE' : (form.hosting ?? (form.game === null ? 'AUTOMATIC' : usualHosting(form.game)))

/** Whether it is a game that whoever plans the event names. */
export const isAnotherGame = (game: GameId | null): boolean => game !== null && GAME_FACTS[game].isAnother === true

/** Whether the results are kept by hand. */
export const isManual = ({ game, manual }: Pick<FormState, 'game' | 'manual'>): boolean => manual || (game !== null && isManualOnly(game))

/** The tables an event is planned by: of a session kept by hand only cars and tracks are the game's. */
export const tablesOf = (game: CatalogueReply, byHand: boolean): CatalogueReply =>
  byHand
    ? {
        ...game,
        options: [],
        segmentOptions: [],
        segmentRules: { ...manual.segmentRules, order: [...manual.segmentRules.order], required: [...manual.segmentRules.required] },
      }
    : game

export const STEPS = ['game', 'content', 'plan', 'server'] as const

/** The step on which a field of the body is typed. */
export function stepOf(field: string): number {
  if (field === 'game' || field === 'manualSession') return 0
  if (/^(sessionName|gameName|description|trackId|layoutId|cars|carClasses)/.test(field)) return 1
  return /^(startsAt|config\.segments|config\.options|points|days|times|timeZone|until)/.test(field) ? 2 : 3
}

/** The most cars a server takes on this track; a community's own server may take more than ours. */
export function trackGrid(game: CatalogueReply | undefined, form: Pick<FormState, 'game' | 'manual' | 'trackId' | 'layoutId'>): number {
  if (isManual(form)) return BOUNDS.maxGrid
  const track = game?.tracks.find(({ id }) => id === form.trackId)
  return track?.layouts.find(({ id }) => id === form.layoutId)?.maxGrid ?? track?.maxGrid ?? BOUNDS.maxGrid
}

/** Minutes in all; laps are estimated with the lap's length. */
export const totalMinutes = (form: FormState, lapLengthM: number | null = null): number =>
  form.segments.reduce((sum, { laps, duration }) => sum + plannedMinutes({ laps, durationMin: parseDuration(duration) ?? 0 }, lapLengthM), 0)

/** Length of a lap of the picked track and layout in metres. */
export function lapLength(game: CatalogueReply, form: Pick<FormState, 'trackId' | 'layoutId'>): number | null {
  const track = game.tracks.find(({ id }) => id === form.trackId)
  return track?.layouts.find(({ id }) => id === form.layoutId)?.lengthM ?? track?.lengthM ?? null
}

/** `RACE 1`, `RACE 2`: one of several of a kind keeps its inputs when another kind comes or goes. */
export function keysOf(kinds: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  return kinds.map((kind) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind} ${count}`
  })
}
