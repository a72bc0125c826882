import type { CommandsOf } from '#server/room.ts'
import { accountCommands } from './commands/accounts.ts'
import { applicationCommands } from './commands/applications.ts'
import { enteringCommands } from './commands/entering.ts'
import { keepingOutCommands } from './commands/keeping-out.ts'
import { roleCommands } from './commands/roles.ts'
import type { membersContract } from './contract.ts'

/** Commands on who is in a community. */
export const membersCommands: CommandsOf<typeof membersContract> = {
  ...enteringCommands,
  ...applicationCommands,
  ...roleCommands,
  ...keepingOutCommands,
  ...accountCommands,
}
