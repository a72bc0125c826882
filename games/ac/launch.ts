import type { Launch, PhaseSignal, SegmentType, ServerOrder } from '#games/game.ts'
import { list, raw, text, whole } from '#games/json.ts'
import type { Left, TimingSignal } from '#games/timing/timing.ts'

/** `type` of the server's session messages. */
const TYPES: Readonly<Record<string, SegmentType>> = { 1: 'PRACTICE', 2: 'QUALIFY', 3: 'RACE' }
/** What the server says in the end when the lobby did not reach it; it ends with code 0. */
const REFUSED = 'LOBBY COULD NOT BE RACHED, SHUTTING SERVER DOWN'

/**
 * Folders, ports and console of `acServer` (game-formats.md §2.1, §2.5). With LOOP_MODE 0 the end of the event is the end of the process. Who
 * is there stands in its answers to `/INFO`: the console tells the lobby's pings alone, which come with each session and only while the lobby
 * takes them (games/ac/captures.md).
 */
export const launch: Launch = {
  binary: { win32: 'acServer.exe', linux: 'acServer' },
  args: () => [],
  ports: [
    { name: 'udp', protocol: 'udp', usual: 9600 },
    { name: 'tcp', protocol: 'tcp', usual: 9600 },
    { name: 'http', protocol: 'tcp', usual: 8081 },
  ],
  folders: ['cfg', 'results'],
  log: { from: 'stdout' },
  status: { from: 'http', port: 'http', path: '/INFO', headers: {}, everyMs: 2000, linesOf, beside, left },
  signal,
  timing,
  // a driver's name stands on a line of its own: no line may end a race
  results: { folder: 'results', isResult: (name) => /^\d{4}(_\d{1,2}){4}_(PRACTICE|QUALIFY|RACE)\.json$/.test(name), tellOver: true },
  plays,
  aftercareMs: ({ options }) => Number(options.resultScreenTime ?? 0) * 1000,
  stop: { by: 'signal', signal: 'SIGTERM' },
}

/** A reversed grid is a second race behind the first. */
function plays({ segments, options }: ServerOrder): readonly SegmentType[] {
  const types = segments.map(({ type }) => type)
  return options.reversePositions ? types.flatMap((type) => (type === 'RACE' ? [type, type] : [type])) : types
}

/** Lines of ours: `clients <n>`. */
function linesOf(body: string, before: string | null): readonly string[] | null {
  const now = clientsOf(body)
  if (now === null) return null
  return before !== null && clientsOf(before) === now ? [] : [`clients ${now}`]
}

function clientsOf(body: string): number | null {
  try {
    const info = raw(JSON.parse(body))
    return text(info.track) !== '' && list(info.sessiontypes).length > 0 ? whole(info.clients, 0, 1000) : null
  } catch {
    return null
  }
}

function beside(line: string): PhaseSignal | null {
  return { kind: 'drivers', count: Number(line.slice('clients '.length)) }
}

/**
 * What one line of the console says. The server prints the name of somebody who connects on a line of its own, so a person called
 * `Server started` could speak here: let `failed` count before the start only, and results and the end of the process decide.
 */
function signal(line: string): PhaseSignal | null {
  const said = line.trimEnd()
  if (said === 'Server started') return { kind: 'started' }
  const type = TYPES[/^SENDING session type : (\d)$/.exec(said)?.[1] ?? '']
  if (type) return { kind: 'segment', type, index: null }
  if (said === 'Server looping') return { kind: 'over' }
  if (said === REFUSED) return { kind: 'failed', reason: 'the lobby could not reach the server: open its ports, or switch server protection on' }
  // The server is a Go program: these are how one ends on a port in use or a file it cannot read.
  if (/^(panic: |fatal error: |listen (tcp|udp) )/.test(line)) return { kind: 'failed', reason: line.slice(0, 200) }
  return null
}

const DAY_S = 86_400
/** Where a slot has no lap it says 16666:39:999. */
const NO_LAP_MIN = 16_666

/** One row of the ranking that is printed behind every lap, and the beginning of a session. A name stands in the row, never at its ends. */
function timing(line: string): TimingSignal | null {
  const said = line.trimEnd()
  if (/^SENDING session type : \d$/.test(said)) return { kind: 'begins' }
  const row = /^(\d{1,3})\) .{0,200} BEST: (\d+):(\d\d):(\d{3}) TOTAL: (\d+):(\d\d):(\d{3}) Laps:(\d{1,4}) SesID:(\d{1,3})$/.exec(said)
  if (!row) return null
  const [place, bestMin, bestS, bestMs, min, s, ms, laps, slot] = row.slice(1).map(Number) as [number, ...number[]]
  const best = bestMin! >= NO_LAP_MIN ? null : clockMs(bestMin!, bestS!, bestMs!)
  return { kind: 'place', slot: slot!, place, laps: laps!, bestMs: best, totalMs: clockMs(min!, s!, ms!) }
}

const clockMs = (minutes: number, seconds: number, thousandths: number): number => (minutes * 60 + seconds) * 1000 + thousandths

/** `timeleft` of the session `/INFO` names; what it counts in a race by laps is not proven, and the host leaves it out there. */
function left(body: string): { readonly type: SegmentType; readonly left: Left } | null {
  try {
    const info = raw(JSON.parse(body))
    const seconds = whole(info.timeleft, 1, DAY_S)
    const type = TYPES[String(list(info.sessiontypes)[whole(info.session, 0, 10) ?? -1])]
    return type && seconds !== null ? { type, left: { ms: seconds * 1000, exact: 'SECOND' } } : null
  } catch {
    return null
  }
}
