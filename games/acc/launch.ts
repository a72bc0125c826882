import type { Launch, PhaseSignal, SegmentType } from '#games/game.ts'

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
  stop: { by: 'signal', signal: 'SIGTERM' },
}

/**
 * Lines of the log carry `<serverMs>: ` in front, those of the console do not. `over` comes from each reset of the weekend, also when an
 * empty server goes back to its first session: it ends the event only after the last segment was over.
 */
function signal(line: string): PhaseSignal | null {
  const said = line.replace(/^\d+: /, '').trimEnd()
  if (/^Listening to TCP \d+ \| UDP \d+$/.test(said)) return { kind: 'started' }
  const [, name = '', index] = /^Session changed: \w+ -> (\w+) (\d+)$/.exec(said) ?? []
  const type = SESSIONS.get(name)
  if (type) return { kind: 'segment', type, index: Number(index) }
  const online = /^(\d+) client\(s\) online$/.exec(said)?.[1]
  if (online) return { kind: 'drivers', count: Number(online) }
  if (/^Session completed: \w+\/<session completed> with \d+ cars and \d+ connections$/.test(said)) return { kind: 'segmentOver' }
  if (said === 'Resetting race weekend') return { kind: 'over' }
  return null
}
