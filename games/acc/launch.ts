import type { Launch, PhaseSignal, SegmentType, ServerOrder } from '#games/game.ts'
import type { TimingSignal } from '#games/timing/timing.ts'

const SESSIONS = new Map<string, SegmentType>([
  ['Practice', 'PRACTICE'],
  ['Qualifying', 'QUALIFY'],
  ['Race', 'RACE'],
])

/** Folders, ports and log of `accServer` (game-formats.md §3.1, §3.9); on Linux the Windows program runs under Wine. */
export const launch: Launch = {
  binary: { win32: 'accServer.exe', linux: 'accServer.exe' },
  args: () => [],
  ports: [
    { name: 'udp', protocol: 'udp', usual: 9600 },
    { name: 'tcp', protocol: 'tcp', usual: 9600 },
  ],
  folders: ['cfg', 'results', 'log'],
  log: { from: 'file', path: 'log/server.log', encoding: 'latin1' },
  signal,
  timing,
  results: { folder: 'results', isResult: (name) => /^\d{6}_\d{6}_(FP|P|Q|R)\d?\.json$/.test(name) },
  aftercareMs: ({ options }: ServerOrder) => Number(options['rules.eventConfig.postRaceSeconds'] ?? 0) * 1000,
  underWine: { 'settings.ignorePrematureDisconnects': false },
  stop: { by: 'signal', signal: 'SIGTERM' },
}

/**
 * Every line of the log begins with `<serverMs>: `; what does not is a piece of a text somebody typed. The number behind a change of session is
 * 0 on real servers, whatever comes: its type alone tells (games/acc/captures.md). A server without drivers resets its weekend as one whose
 * last session is over does.
 */
function signal(line: string): PhaseSignal | null {
  const said = /^\d+: (.*?)\s*$/.exec(line)?.[1]
  if (said === undefined) return null
  if (/^Listening to TCP \d+ \| UDP \d+$/.test(said)) return { kind: 'started', drivers: 0 }
  const changed = SESSIONS.get(/^Session changed: \w+ -> (\w+) -?\d+$/.exec(said)?.[1] ?? '')
  if (changed) return { kind: 'segment', type: changed, index: null }
  const online = /^(\d{1,4}) client\(s\) online$/.exec(said)?.[1]
  if (online) return { kind: 'drivers', count: Number(online) }
  const over = SESSIONS.get(/^Session completed: (\w+)\/<session completed> with \d+ cars and \d+ connections$/.exec(said)?.[1] ?? '')
  if (over) return { kind: 'segmentOver', type: over }
  return said === 'Resetting race weekend' ? { kind: 'restarted' } : null
}

/** Bits of a lap's flags: its time does not rank. */
const HAS_CUT = 1
const OUT_LAP = 4
/** A sector stands on a line like a lap's, with the largest number there is for its time. */
const NO_LAP_MIN = 24 * 60

/** Minutes that are left, whose number a car has, laps with their times and the server's clock (games/acc/captures.md). */
function timing(line: string): TimingSignal | null {
  const said = /^\d+: (.*?)\s*$/.exec(line)?.[1]
  if (said === undefined) return null
  if (/^Detected sessionPhase <[\w ]+> -> <pre session> \(\w+\)$/.test(said)) return { kind: 'begins' }
  const left = /^Updated leaderboard for \d+ clients \(\w+-<session> (\d{1,4}) min\)$/.exec(said)?.[1]
  if (left) return { kind: 'left', ms: Number(left) * 60_000, exact: 'MINUTE' }
  const [, car, raceNumber] = /^Creating new car connection: carId (\d{1,6}), carModel \d+, raceNumber #(\d{1,4})$/.exec(said) ?? []
  if (car && raceNumber) return { kind: 'car', car, raceNumber: Number(raceNumber) }
  const lap = /^Lap carId (\d{1,6}), driverId \d+, lapTime (\d+):(\d\d):(\d{3}), timestampMS (\d{1,12})\.\d+, flags: %d(\d+)\b/.exec(said)
  if (!lap) return null
  const [minutes, seconds, thousandths, atMs, flags] = lap.slice(2).map(Number) as [number, number, number, number, number]
  if (minutes >= NO_LAP_MIN) return null
  const timeMs = (minutes * 60 + seconds) * 1000 + thousandths
  return { kind: 'lap', car: lap[1]!, timeMs, isTimed: (flags & (HAS_CUT | OUT_LAP)) === 0, atMs }
}
