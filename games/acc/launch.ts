import type { Launch, PhaseSignal, SegmentType, ServerOrder } from '#games/game.ts'

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
