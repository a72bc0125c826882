import { findCar, lapLengthM } from '#games/catalogue.ts'
import { BROKEN_OFF_AT, driveEvent, MORE_WEEKENDS, USUAL_LAP_M } from '#games/event.ts'
import type { DrivenSegment, EventRules } from '#games/event.ts'
import type { EmulatedServer, EmulatedStep, Trouble } from '#games/emulated.ts'
import type { SegmentType, ServerFile, ServerOrder } from '#games/game.ts'
import { catalogue } from './catalogue.ts'
import { detectedLines, joinLines, lapLines, leaveLines, line, resetLines, SESSION_NAMES, startLines } from './emulated-log.ts'
import { resultFile } from './emulated-results.ts'
import { readFiles } from './files.ts'

const PACE_MPS: Readonly<Record<string, number>> = { gt3: 50, gt2: 50.5, cup: 48.5, st: 48.5, chl: 48, gt4: 45, tcx: 42 }
const LETTERS: Readonly<Record<SegmentType, string>> = { PRACTICE: 'FP', QUALIFY: 'Q', RACE: 'R' }
const FIRST_JOIN_MS = 4000
const PRE_SESSION_MS = 3000
const FILE_AFTER_MS = 400
const LEAVE_MS = 20_000
/** After a race was broken off, until all are back. */
const BACK_AFTER_MS = 30_000
/** The server never ends by itself. */
const FOR_EVER_MS = 30 * 86_400_000
/** ACC's physics run at 333 Hz: every time of its real files is a multiple of 3 ms. */
const TICK_MS = 3

/** What the server of an order would do, by the order's own files alone. */
export const rulesOf = (order: ServerOrder): EventRules => ({
  lapLengthM: lapLengthM(catalogue, order.trackId, null) ?? USUAL_LAP_M,
  tickMs: TICK_MS,
  paceMps: (carId) => PACE_MPS[findCar(catalogue, carId)?.classId ?? ''] ?? 47,
  overtimeMs: () => seconds(order, 'sessionOverTimeSeconds'),
  extraLap: false,
  pitStops: Number(order.options['eventRules.mandatoryPitstopCount'] ?? 0),
  reversed: 0,
})

/** A stand-in for `accServer`: its log lines and result files, in race time. What is known of the real one stands in captures.md. */
export function emulate(files: readonly ServerFile[], chance: () => number, troubles: readonly Trouble[] = []): EmulatedServer {
  const order = readFiles(files)
  const start = startLines(order, troubles.includes('lobbyRefused'))
  if (order.entries.length === 0 || order.segments.length === 0) return { steps: [...start, { atMs: FOR_EVER_MS, exit: 0 }] }

  const drive = (): readonly DrivenSegment[] => driveEvent(order, rulesOf(order), chance)
  const steps: EmulatedStep[] = [...joinLines(order, FIRST_JOIN_MS, 0)]
  let [atMs, weekend, connection] = [FIRST_JOIN_MS, 0, 0]
  const play = (segments: readonly DrivenSegment[], isBrokenOff: boolean): void => {
    const played = weekendSteps({ order, segments, weekend: weekend++, again: troubles.includes('sessionRestart') }, atMs, isBrokenOff)
    steps.push(...played.steps)
    atMs = played.endMs
  }

  const real = drive()
  if (troubles.includes('weekendRestart')) {
    play(drive(), true)
    steps.push(...leaveLines(order, atMs, connection))
    atMs += LEAVE_MS
    steps.push(line(atMs, 'No drivers around, resetting session'), ...resetLines(order, atMs, 'RACE', 'session'))
    atMs += BACK_AFTER_MS
    connection += order.entries.length
    steps.push(...joinLines(order, atMs, connection))
  }
  play(real, false)
  const last = real.at(-1)
  const overMs = atMs - (last ? afterMs(order, last) : 0)
  if (troubles.includes('stayers')) for (let i = 0; i < MORE_WEEKENDS; i++) play(drive(), false)
  steps.push(...leaveLines(order, atMs + LEAVE_MS, connection), { atMs: atMs + FOR_EVER_MS, exit: 0 })
  // Joins fall into the first session: lines go by their time.
  return { steps: [...start, ...steps].sort((a, b) => a.atMs - b.atMs), race: { startMs: overMs - (last?.endMs ?? 0), endMs: overMs } }
}

type Weekend = {
  readonly order: ServerOrder
  readonly segments: readonly DrivenSegment[]
  readonly weekend: number
  /** The race is begun again by an admin. */
  readonly again: boolean
}

/** One weekend up to its reset; a broken off one up to the moment in its last race. */
function weekendSteps(all: Weekend, fromMs: number, isBrokenOff: boolean): { readonly steps: readonly EmulatedStep[]; readonly endMs: number } {
  const { order, segments } = all
  const steps: EmulatedStep[] = []
  let atMs = fromMs
  for (const [index, driven] of segments.entries()) {
    const isLast = index === segments.length - 1
    if (isLast && (isBrokenOff || all.again)) {
      const brokenMs = atMs + waitMs(order, driven) + Math.floor(driven.endMs * BROKEN_OFF_AT)
      steps.push(...sessionSteps(all, index, atMs).filter((step) => step.atMs < brokenMs))
      atMs = brokenMs
      if (isBrokenOff) return { steps, endMs: atMs }
      steps.push(line(atMs, 'CHAT ADMIN: /restart'))
    }
    const whole = sessionSteps(all, index, atMs)
    // a restart changes nothing but the time
    steps.push(...(isLast && all.again ? whole.slice(1) : whole))
    atMs += waitMs(order, driven) + driven.endMs + afterMs(order, driven)
  }
  return { steps: [...steps, ...resetLines(order, atMs, segments.at(-1)?.segment.type ?? 'RACE', 'session completed')], endMs: atMs }
}

function sessionSteps({ order, segments, weekend }: Weekend, index: number, startMs: number): readonly EmulatedStep[] {
  const driven = segments[index]
  if (!driven) return []
  const { type } = driven.segment
  const name = SESSION_NAMES[type]
  const before = SESSION_NAMES[segments[index - 1]?.segment.type ?? type]
  const greenMs = startMs + waitMs(order, driven)
  const endMs = greenMs + driven.endMs
  const cars = order.entries.length
  const sameType = segments.filter(({ segment }) => segment.type === type)
  const letter = `${LETTERS[type]}${sameType.length > 1 && type !== 'PRACTICE' ? sameType.indexOf(driven) + 1 : ''}`
  return [
    // whatever comes, the number is 0
    ...(index > 0 ? [line(startMs, `Session changed: ${before} -> ${name} 0`)] : []),
    ...detectedLines(order, startMs),
    line(startMs, `Detected sessionPhase <waiting for drivers> -> <pre session> (${name})`),
    line(greenMs, `Detected sessionPhase <session> -> <session> (${name})`),
    ...lapLines(driven, greenMs),
    line(Math.min(endMs, greenMs + driven.segment.durationMin * 60_000), `Detected sessionPhase <session overtime> -> <session overtime> (${name})`),
    line(endMs, `Detected sessionPhase <session overtime> -> <session completed> (${name})`),
    line(endMs, `Session completed: ${name}/<session completed> with ${cars} cars and ${cars} connections`),
    line(endMs, `Send session results to ${cars} clients (395 byte)`),
    ...(type === 'PRACTICE' ? [] : [line(endMs, `Session over, waiting ${afterMs(order, driven) / 1000} ${waitsFor(type)}`)]),
    {
      atMs: endMs + FILE_AFTER_MS,
      nameAt: (clock) => `${stamp(clock)}_${letter}.json`,
      bytes: resultFile(order, driven, { index, weekend, letter }),
    },
    line(endMs + afterMs(order, driven), 'Session aftercare over, advancing to next session'),
  ]
}

const waitsFor = (type: SegmentType): string => (type === 'RACE' ? 'postRaceSeconds' : 'postQualySeconds')
const waitMs = (order: ServerOrder, { segment }: DrivenSegment): number =>
  segment.type === 'RACE' ? seconds(order, 'preRaceWaitingTimeSeconds') : PRE_SESSION_MS
const afterMs = (order: ServerOrder, { segment }: DrivenSegment): number =>
  Math.max(1000, seconds(order, segment.type === 'RACE' ? 'postRaceSeconds' : 'postQualySeconds'))
const seconds = (order: ServerOrder, key: string): number => Number(order.options[`rules.eventConfig.${key}`] ?? 0) * 1000

function stamp(clock: Date): string {
  const two = (value: number): string => String(value % 100).padStart(2, '0')
  const date = [clock.getFullYear(), clock.getMonth() + 1, clock.getDate()].map(two).join('')
  return `${date}_${[clock.getHours(), clock.getMinutes(), clock.getSeconds()].map(two).join('')}`
}
