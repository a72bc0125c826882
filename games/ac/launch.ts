import type { Launch, PhaseSignal, SegmentType } from '#games/game.ts'

/** `type` of the server's session messages. */
const TYPES: Readonly<Record<string, SegmentType>> = { 1: 'PRACTICE', 2: 'QUALIFY', 3: 'RACE' }

/** Folders, ports and console of `acServer` (game-formats.md §2.1, §2.5). With LOOP_MODE 0 the end of the event is the end of the process. */
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
  signal,
  results: { folder: 'results', isResult: (name) => /^\d{4}(_\d{1,2}){4}_(PRACTICE|QUALIFY|RACE)\.json$/.test(name) },
  stop: { by: 'signal', signal: 'SIGTERM' },
}

/**
 * What one line of the console says. The server prints the name of somebody who connects on a line of its own, so a person called
 * `Server started` could speak here: let `failed` count before the start only, and results and the end of the process decide.
 */
function signal(line: string): PhaseSignal | null {
  if (line.trimEnd() === 'Server started') return { kind: 'started' }
  const type = TYPES[/^SENDING session type : (\d)\s*$/.exec(line)?.[1] ?? '']
  if (type) return { kind: 'segment', type, index: null }
  const clients = /^SENDING http\S*[?&]clients=(\d{1,3})&/.exec(line)?.[1]
  if (clients) return { kind: 'drivers', count: Number(clients) }
  if (line.trimEnd() === 'Server looping') return { kind: 'over' }
  // The server is a Go program: these are how one ends on a port in use or a file it cannot read.
  if (/^(panic: |fatal error: |listen (tcp|udp) )/.test(line)) return { kind: 'failed', reason: line.slice(0, 200) }
  return null
}
