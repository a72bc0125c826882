import type { CommandsOf } from '#server/room.ts'
import type { leaguesContract } from './contract.ts'
import { configCommands } from './commands/config.ts'
import { imageCommands } from './commands/images.ts'
import { leagueCommands } from './commands/league.ts'

/** Commands on a community itself. */
export const leaguesCommands: CommandsOf<typeof leaguesContract> = { ...leagueCommands, ...imageCommands, ...configCommands }
