import type { Launch, PhaseSignal, SegmentType } from '#games/game.ts'
import { raw, text, whole } from '#games/json.ts'

const SESSIONS: Readonly<Record<string, SegmentType>> = { TESTDAY: 'PRACTICE', PRACTICE: 'PRACTICE', QUALIFY: 'QUALIFY', RACE: 'RACE' }
/** `gamePhase` of a session that has ended. */
const OVER = 8

/**
 * A dedicated server of the rFactor 2 family (game-formats.md §6.1, §6.2). Whether leagues may run one of Le Mans Ultimate is not proven: the
 * host's settings name its program. The simulation takes the same number for UDP and TCP; the web interface tells the phase.
 */
export const launch: Launch = {
  binary: { win32: 'Bin64/rFactor2 Dedicated.exe', linux: 'Bin64/rFactor2 Dedicated.exe' },
  args: () => ['+path=.', '+profile=player', '+oneclick'],
  ports: [
    { name: 'sim', protocol: 'udp', usual: 54_297 },
    { name: 'files', protocol: 'tcp', usual: 64_297 },
    { name: 'web', protocol: 'tcp', usual: 5397 },
  ],
  folders: ['UserData/player', 'UserData/Log/Results'],
  log: { from: 'stdout' },
  status: { from: 'http', port: 'web', path: '/rest/watch/sessionInfo', headers: {}, everyMs: 2000, linesOf },
  signal,
  results: { folder: 'UserData/Log/Results', isResult: (name) => /^\d{4}(_\d{2}){5}-\d{2}[PQWR]\d?\.xml$/.test(name), tellOver: true },
  stop: { by: 'signal', signal: 'SIGTERM' },
}

/**
 * Lines of ours: `session <NAME>`, `vehicles <n>`, `session over`, `begun anew`. Behind a race that did not end an admin has begun anew, or nobody
 * asked meanwhile: its file tells.
 */
function linesOf(body: string, before: string | null): readonly string[] | null {
  const [now, last] = [stateOf(body), before === null ? null : stateOf(before)]
  if (!now) return null
  const changed = now.session !== last?.session
  // a weekend of one race begins with the same session again
  const again = last !== null && (changed || (last.phase === OVER && now.phase !== OVER)) && typeOf(last.session) === 'RACE'
  const over = !again && last !== null && last.phase !== OVER && (changed ? typeOf(last.session) !== undefined : now.phase === OVER)
  return [
    ...(last ? [] : ['server up']),
    ...(over ? ['session over'] : []),
    ...(again ? ['begun anew'] : []),
    ...(changed ? [`session ${now.session}`] : []),
    ...(now.vehicles !== last?.vehicles ? [`vehicles ${now.vehicles}`] : []),
  ]
}

function stateOf(body: string): { readonly session: string; readonly phase: number; readonly vehicles: number } | null {
  try {
    const top = raw(JSON.parse(body))
    const session = text(top.session).replaceAll(/\W/g, '')
    return session === '' ? null : { session, phase: whole(top.gamePhase, 0, 100) ?? 0, vehicles: whole(top.numberOfVehicles, 0, 1000) ?? 0 }
  } catch {
    return null
  }
}

function typeOf(session: string): SegmentType | undefined {
  const name = session.replace(/\d$/, '')
  return Object.hasOwn(SESSIONS, name) ? SESSIONS[name] : undefined
}

function signal(line: string): PhaseSignal | null {
  const said = line.trimEnd()
  if (said === 'server up') return { kind: 'started' }
  if (said === 'session over') return { kind: 'segmentOver' }
  if (said === 'begun anew') return { kind: 'restarted' }
  const type = typeOf(/^session (\w{1,20})$/.exec(said)?.[1] ?? '')
  if (type) return { kind: 'segment', type, index: null }
  const vehicles = /^vehicles (\d{1,4})$/.exec(said)?.[1]
  return vehicles === undefined ? null : { kind: 'drivers', count: Number(vehicles) }
}
