import type { CommandsOf } from '#server/room.ts'
import { folderCommands } from './commands/folder.ts'
import { importCommands } from './commands/import.ts'
import { manualCommands } from './commands/manual.ts'
import { takingBackCommands } from './commands/taking-back.ts'
import type { manualResultsContract } from './contract.ts'

export const manualResultsCommands: CommandsOf<typeof manualResultsContract> = {
  ...manualCommands,
  ...importCommands,
  ...folderCommands,
  ...takingBackCommands,
}
