/**
 * What an emulated server does, in race time. `drivers` are taken from the entry list alone.
 * The emulator program plays `steps` in order, dividing every `atMs` by its speed. `race` is when the event's last race is driven, if anybody is.
 */
export type EmulatedServer = { readonly steps: readonly EmulatedStep[]; readonly race?: { readonly startMs: number; readonly endMs: number } }

/** When an emulated server begins, where nobody says. */
export const SOME_DAY = new Date(Date.UTC(2026, 0, 1))

export type EmulatedStep = { readonly atMs: number } & (
  | { readonly log: string }
  /** Names hold pieces the game writes from its clock: `nameAt` gets the wall clock. `announced` is what the log says of the file before. */
  | { readonly nameAt: (clock: Date) => string; readonly bytes: Uint8Array; readonly announced?: (name: string) => string }
  /** What `Launch.status` answers from now on. */
  | { readonly status: string }
  | { readonly exit: number }
)

/**
 * How a server misbehaves when it is asked to. The emulator program does to every game's server alike: `slowStart`, `crash` in mid-race,
 * `neverEnds`, and files that come `filesLate`, `filesInPieces`, `filesTwice`. A game's own emulation knows what its server tells of the rest:
 * a `lobbyRefused` where there is one, a `sessionRestart` by vote or admin, a `weekendRestart` in mid-race, drivers who stay for other weekends
 * (`stayers`).
 */
export const TROUBLES = [
  'slowStart',
  'crash',
  'neverEnds',
  'filesLate',
  'filesInPieces',
  'filesTwice',
  'lobbyRefused',
  'sessionRestart',
  'weekendRestart',
  'stayers',
] as const
export type Trouble = (typeof TROUBLES)[number]

export const isTrouble = (value: unknown): value is Trouble => (TROUBLES as readonly unknown[]).includes(value)

/** The code a program ends with that crashed. */
const CRASHED = 139
/** Nothing more comes of a server that hangs. */
const FOR_EVER_MS = 30 * 86_400_000

/** The steps of a server that crashes in its last race, or hangs after it. */
export function troubled({ steps, race }: EmulatedServer, troubles: readonly Trouble[]): readonly EmulatedStep[] {
  if (!race) return steps
  const until = (atMs: number): readonly EmulatedStep[] => steps.filter((step) => step.atMs <= atMs)
  const middleMs = (race.startMs + race.endMs) / 2
  if (troubles.includes('crash')) return [...until(middleMs), { atMs: middleMs, exit: CRASHED }]
  const writtenMs = steps.find((step) => 'bytes' in step && step.atMs > race.endMs)?.atMs ?? race.endMs
  return troubles.includes('neverEnds') ? [...until(writtenMs), { atMs: writtenMs + FOR_EVER_MS, exit: 0 }] : steps
}
