import { databaseFaults } from './database.ts'
import type { Fault } from './fault.ts'
import { outsideFaults } from './outside.ts'
import { processFaults } from './processes.ts'

/** Every fault there is. */
export const FAULTS: readonly Fault[] = [...databaseFaults, ...processFaults, ...outsideFaults]
