import type { Launch, PhaseSignal, SegmentType } from '#games/game.ts'
import { raw, whole } from '#games/json.ts'

/** `CurrentSession` of the web interface: practice, qualifying, race and races 1 to 3; 513 to 515 are warm-ups. */
export const SESSION_CODES: Readonly<Record<number, SegmentType>> = {
  0: 'PRACTICE',
  256: 'QUALIFY',
  768: 'RACE',
  769: 'RACE',
  770: 'RACE',
  771: 'RACE',
}

/**
 * The dedicated server of R3E (game-formats.md §4): a program for Windows with a web interface, which alone tells the phase. Its ports are
 * those of its documents; where its results lie is set in its web interface and is `results` here.
 */
export const launch: Launch = {
  binary: { win32: 'RRRE_Dedicated.exe', linux: 'RRRE_Dedicated.exe' },
  args: () => [],
  ports: [
    { name: 'http', protocol: 'tcp', usual: 8088 },
    { name: 'tcp', protocol: 'tcp', usual: 60_001 },
    { name: 'tcp2', protocol: 'tcp', usual: 60_002 },
    { name: 'udp', protocol: 'udp', usual: 60_000 },
    { name: 'udp2', protocol: 'udp', usual: 60_002 },
    { name: 'udp3', protocol: 'udp', usual: 60_003 },
    { name: 'udp4', protocol: 'udp', usual: 60_005 },
  ],
  folders: ['results'],
  log: { from: 'stdout' },
  status: { from: 'http', port: 'http', path: '/dedi/1', headers: { 'X-Requested-With': 'XMLHttpRequest' }, everyMs: 2000, linesOf },
  signal,
  // one file for the whole event, written at its end; what it is called is not proven
  results: { folder: 'results', isResult: (name) => /\.(?:json|txt)$/i.test(name), tellOver: true },
  stop: { by: 'signal', signal: 'SIGTERM' },
}

/**
 * Lines of ours: `session <code>`, `players <n>`, `session over`, `begun anew`. Behind a race a server begins anew when it is over, and when an
 * admin wants it: whether it is over tells its file.
 */
function linesOf(body: string, before: string | null): readonly string[] | null {
  const [now, last] = [stateOf(body), before === null ? null : stateOf(before)]
  if (!now) return null
  const changed = last && now.session !== last.session
  const again = changed && SESSION_CODES[last.session] === 'RACE' && now.session < last.session
  return [
    ...(last ? [] : ['server up']),
    ...(again ? ['begun anew'] : changed ? ['session over'] : []),
    ...(last === null || changed ? [`session ${now.session}`] : []),
    ...(now.players !== last?.players ? [`players ${now.players}`] : []),
  ]
}

function stateOf(body: string): { readonly session: number; readonly players: number } | null {
  try {
    const top = raw(JSON.parse(body))
    const state = raw(top.ProcessState)
    const session = whole(state.CurrentSession ?? top.CurrentSession, 0, 10_000)
    const { Players } = state
    return session === null ? null : { session, players: Array.isArray(Players) ? Players.length : (whole(Players, 0, 1000) ?? 0) }
  } catch {
    return null
  }
}

function signal(line: string): PhaseSignal | null {
  const said = line.trimEnd()
  if (said === 'server up') return { kind: 'started' }
  if (said === 'session over') return { kind: 'segmentOver' }
  if (said === 'begun anew') return { kind: 'restarted' }
  const code = /^session (\d{1,4})$/.exec(said)?.[1]
  const type = code === undefined ? undefined : SESSION_CODES[Number(code)]
  if (type) return { kind: 'segment', type, index: null }
  const players = /^players (\d{1,4})$/.exec(said)?.[1]
  return players === undefined ? null : { kind: 'drivers', count: Number(players) }
}
