/**
 * What an emulated server does, in race time. `drivers` are taken from the entry list alone.
 * The emulator program plays `steps` in order, dividing every `atMs` by its speed.
 */
export type EmulatedServer = { readonly steps: readonly EmulatedStep[] }

export type EmulatedStep = { readonly atMs: number } & (
  | { readonly log: string }
  /** `name` may hold `{date}` pieces the game writes from its clock; `nameAt` gets the wall clock. */
  | { readonly nameAt: (clock: Date) => string; readonly bytes: Uint8Array }
  /** What `Launch.status` answers from now on. */
  | { readonly status: string }
  | { readonly exit: number }
)
