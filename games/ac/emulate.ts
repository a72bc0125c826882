import type { EmulatedServer, ServerFile } from '#games/game.ts'

export const emulate = (_files: readonly ServerFile[], _chance: () => number): EmulatedServer => ({ steps: [] })
