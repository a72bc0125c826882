import type { Launch, PhaseSignal, SegmentType } from '#games/game.ts'
import { list, raw, text } from '#games/json.ts'

/** Servers of 2026 number the qualifying too, their documents do not (captures.md). */
const STAGES: Readonly<Record<string, SegmentType>> = {
  Practice1: 'PRACTICE',
  Practice2: 'PRACTICE',
  Qualifying: 'QUALIFY',
  Qualifying1: 'QUALIFY',
  Race1: 'RACE',
  Race2: 'RACE',
}
/** The one state in which somebody drives: the lobby and the loading before it already have the name of a stage. */
const DRIVING = 'Race'
const RESULTS = 'PostRace'

/**
 * The dedicated server of AMS2 (game-formats.md §5.1, §5.5): a program for Windows, whose HTTP interface tells the phase. The folder of
 * results ends in a slash because its files of configuration lie there too.
 */
export const launch: Launch = {
  binary: { win32: 'DedicatedServerCmd.exe', linux: 'DedicatedServerCmd.exe' },
  args: () => [],
  ports: [
    { name: 'steam', protocol: 'udp', usual: 8766 },
    { name: 'host', protocol: 'udp', usual: 27_015 },
    { name: 'query', protocol: 'udp', usual: 27_016 },
    { name: 'http', protocol: 'tcp', usual: 9000 },
  ],
  folders: ['lua_config', 'lua_output'],
  log: { from: 'stdout' },
  status: { from: 'http', port: 'http', path: '/api/session/status?attributes&members', headers: {}, everyMs: 2000, linesOf },
  signal,
  // saved at the end of every stage; older addons only every 2 minutes, every 15 once everybody has left
  results: { folder: 'lua_config/', isResult: (name) => name === 'sms_stats_data.json', lateMs: 16 * 60_000, tellOver: true },
  stop: { by: 'signal', signal: 'SIGTERM' },
}

/**
 * Lines of ours: `stage <name>`, `members <n>`, `stage over`, `begun anew`. Only results are shown behind a race that is over: without them it was
 * broken off, or nobody asked meanwhile, and the file tells.
 */
function linesOf(body: string, before: string | null): readonly string[] | null {
  const [now, last] = [stateOf(body), before === null ? null : stateOf(before)]
  if (!now) return null
  const drives = now.state === DRIVING
  const drove = last?.state === DRIVING ? last.stage : null
  const begins = drives && now.stage !== '' && now.stage !== drove
  const isGone = !drives && now.state !== RESULTS
  const anew = isGone && (drove !== null || last?.state === RESULTS) && STAGES[last?.stage ?? ''] === 'RACE'
  const stageOver = !anew && drove !== null && Object.hasOwn(STAGES, drove) && (!drives || now.stage !== drove)
  return [
    ...(last ? [] : ['server up']),
    ...(stageOver ? ['stage over'] : []),
    ...(anew ? ['begun anew'] : []),
    ...(begins ? [`stage ${now.stage}`] : []),
    ...(now.members !== last?.members ? [`members ${now.members}`] : []),
  ]
}

function stateOf(body: string): { readonly state: string; readonly stage: string; readonly members: number } | null {
  try {
    const response = raw(raw(JSON.parse(body)).response)
    const attributes = raw(response.attributes)
    const state = text(attributes.SessionState)
    return { state: state || 'None', stage: text(attributes.SessionStage).replaceAll(/\W/g, ''), members: list(response.members).length }
  } catch {
    return null
  }
}

function signal(line: string): PhaseSignal | null {
  const said = line.trimEnd()
  if (said === 'server up') return { kind: 'started' }
  if (said === 'stage over') return { kind: 'segmentOver' }
  if (said === 'begun anew') return { kind: 'restarted' }
  const stage = /^stage (\w{1,20})$/.exec(said)?.[1] ?? ''
  const type = Object.hasOwn(STAGES, stage) ? STAGES[stage] : undefined
  if (type) return { kind: 'segment', type, index: null }
  const members = /^members (\d{1,4})$/.exec(said)?.[1]
  return members === undefined ? null : { kind: 'drivers', count: Number(members) }
}
