import { TROUBLES, type Trouble } from '#games/emulated.ts'
import { seeded } from '#games/emulate.fixture.ts'
import type { HostedGame } from '#modules/hosting/hosting.fixture.ts'
import { scriptIn } from './awkward.fixture.ts'
import type { Outcome } from './outcome.fixture.ts'
import { driven, HOSTED, type Mishap, type Stage } from './trial.fixture.ts'

export type Soak = {
  readonly races: number
  readonly seed: number
  readonly say: (line: string) => void
  /** Begins no more races. */
  readonly signal?: AbortSignal
}

export type Figures = {
  /** How often what became of a race. */
  readonly ends: ReadonlyMap<string, number>
  readonly troubles: ReadonlyMap<string, number>
  readonly filesWritten: number
  readonly filesRead: number
  /** What must not be, in words. */
  readonly findings: readonly string[]
}

const SPEED = 300
const HOSTS_AT_ONCE = 2
const MOST_TROUBLES = 2
const MISHAPS = ['killed', 'cut off', 'stalled'] as const
/** Within this after the launch something happens to a host, and so long it lasts. */
const MISHAP_MS = { after: 5000, lasts: 4000 } as const
/** Half of all servers stand behind no script. */
const SCRIPTS: readonly (string | null)[] = [null, null, null, 'trap \'\' TERM\n"$@"\nexit 0', '"$@" &\nsleep 0.2', 'exec "$@"']

type Plan = { readonly games: readonly HostedGame[]; readonly troubles: ReadonlyMap<HostedGame, Wrong>; readonly mishaps: readonly Mishap[] }
type Wrong = { readonly troubles: readonly Trouble[]; readonly script: string | null }

/** Races of all hosted games behind real host programs, each with faults by the dice; every one is driven to its end and looked at. */
export async function soak(on: Stage, { races, seed, say, signal }: Soak): Promise<Figures> {
  const plans = plansOf(races, seeded(seed))
  const [ends, counted] = [new Map<string, number>(), new Map<string, number>()]
  const findings: string[] = []
  let [done, filesWritten, filesRead] = [0, 0, 0]
  const count = (map: Map<string, number>, name: string): void => void map.set(name, (map.get(name) ?? 0) + 1)
  for (let from = 0; from < plans.length; from += HOSTS_AT_ONCE) {
    if (signal?.aborted) break
    const wave = plans.slice(from, from + HOSTS_AT_ONCE)
    const outcomes = await Promise.all(wave.map((plan) => drivenAs(on, plan)))
    for (const [i, plan] of wave.entries())
      for (const outcome of outcomes[i] ?? []) {
        const wrong = plan.troubles.get(outcome.game)!
        count(ends, `${outcome.game} ${outcome.phase} ${outcome.reason ?? ''}`.trim())
        for (const name of [...wrong.troubles, ...plan.mishaps.map(({ kind }) => `host ${kind}`), ...(wrong.script === null ? [] : ['script'])])
          count(counted, name)
        filesWritten += outcome.written.length
        filesRead += outcome.sent.length
        findings.push(...brokenIn(outcome, wrong).map((what) => `${what}: ${JSON.stringify({ seed, plan: plan.mishaps, wrong, outcome })}`))
      }
    done += wave.reduce((sum, { games }) => sum + games.length, 0)
    say(`${done} of ${races} races, ${findings.length} findings`)
  }
  return { ends, troubles: counted, filesWritten, filesRead, findings }
}

/** Every host has each game at most once: how a game misbehaves is said per host. */
function plansOf(races: number, chance: () => number): readonly Plan[] {
  const among = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)]!
  return Array.from({ length: Math.ceil(races / HOSTED.length) }, (_, i) => {
    const games = HOSTED.slice(0, Math.min(HOSTED.length, races - i * HOSTED.length))
    const troubles = new Map(
      games.map((game): [HostedGame, Wrong] => {
        const count = Math.floor(chance() * (MOST_TROUBLES + 1))
        return [game, { troubles: [...new Set(Array.from({ length: count }, () => among(TROUBLES)))], script: among(SCRIPTS) }]
      }),
    )
    const mishap = (): Mishap => ({ kind: among(MISHAPS), afterMs: chance() * MISHAP_MS.after, forMs: chance() * MISHAP_MS.lasts })
    return { games, troubles, mishaps: Array.from({ length: Math.floor(chance() * 3) }, mishap) }
  })
}

const drivenAs = (on: Stage, { games, troubles, mishaps }: Plan): Promise<readonly Outcome[]> =>
  driven(on, {
    games,
    speed: SPEED,
    mishaps,
    installed: (game, folder) => {
      const { troubles: emulator, script } = troubles.get(game)!
      return { emulator, ...(script === null ? {} : { before: [scriptIn(folder, `${game}.sh`, script)] }) }
    },
  })

/** What breaks the promise: each race ends with its reason, each file is read once, nothing is left behind. */
function brokenIn({ game, phase, reason, sent, written, ...rest }: Outcome, { troubles }: Wrong): readonly string[] {
  const isFailure = troubles.includes('crash') || (game === 'assetto_corsa' && troubles.includes('lobbyRefused'))
  const names = [...new Set(sent.map(({ name }) => name))]
  // one file that grows is sent with each race's end; a file of a server's next weekend is not of the event
  const isOnce = game === 'ams2' ? new Set(sent.map(({ sha256 }) => sha256)).size === sent.length : names.length === sent.length
  const due = troubles.includes('stayers') && !isFailure ? written.slice(0, names.length) : written
  const promises: readonly [string, boolean][] = [
    ['it ended as it should', isFailure ? phase === 'FAILED' && reason !== null : phase === 'ENDED' && reason === null],
    ['its race has all its drivers', isFailure ? rest.raceRows === 0 : rest.raceRows === 4],
    ['every file was read', sent.every(({ status }) => status === 'READ')],
    ['each once', isOnce],
    ['none is missing', [...names].sort().join() === [...due].sort().join()],
    ['no process stays', rest.processesLeft === 0],
    ['no port stays', rest.portsLeft.length === 0],
  ]
  return promises.flatMap(([what, holds]) => (holds ? [] : [`broken: ${what}`]))
}
