import { refuse, type Result, ok } from '#core/result.ts'
import { UnwritableText, type Game, type Segment, type ServerOrder } from '#games/game.ts'

type Plan = Pick<ServerOrder, 'serverName' | 'trackId' | 'layoutId' | 'carIds' | 'maxEntries' | 'segments' | 'options'>

/** Fields of a server's order as the form calls them. */
const FIELDS: Readonly<Record<string, string>> = {
  carId: 'cars',
  layoutId: 'layoutId',
  serverName: 'serverName',
  segments: 'config.segments',
}

/**
 * The segments as the game's server will have them: some servers know only certain lengths. Written and read back as for a launch, so that what
 * cannot be written is refused while somebody can still change it, as CONFIG_INVALID at its field, and not five minutes before the start.
 */
export function served(game: Game, plan: Plan): Result<readonly Segment[]> {
  if (!game.server) return ok(plan.segments)
  try {
    const { segments } = game.server.readFiles(game.server.writeFiles({ ...plan, ...EMPTY, ports: portsOf(game) }))
    return ok(plan.segments.map((segment, index) => ({ ...segment, durationMin: lengthOf(plan.segments, segment, index, segments) })))
  } catch (fault) {
    if (!(fault instanceof UnwritableText)) throw fault
    return refuse('CONFIG_INVALID', { field: FIELDS[fault.field] ?? `config.options.${fault.field}`, reason: `server.${fault.field}` })
  }
}

const EMPTY = {
  tag: '',
  passwords: { server: 'drivers', admin: 'admins', spectator: 'spectators' },
  closedEntry: false,
  enableServerProtection: false,
  driverSwap: false,
  hasGridPositions: false,
  entries: [],
  bop: [],
} as const

const portsOf = ({ server }: Game): ServerOrder['ports'] => Object.fromEntries((server?.launch.ports ?? []).map(({ name, usual }) => [name, usual]))

/** Minutes of the same segment in what was read back: the second race is the second one there. */
function lengthOf(typed: readonly Segment[], segment: Segment, index: number, read: readonly Segment[]): number {
  const no = typed.slice(0, index).filter(({ type }) => type === segment.type).length
  const found = read.filter(({ type }) => type === segment.type)[no]
  return segment.laps === undefined && found && found.durationMin > 0 ? found.durationMin : segment.durationMin
}
