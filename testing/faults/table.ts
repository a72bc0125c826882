import { databaseFaults } from './database-faults.ts'
import type { Fault } from './fault.ts'
import { outsideFaults } from './outside-faults.ts'
import { processFaults } from './process-faults.ts'

/** Every fault there is. */
export const FAULTS: readonly Fault[] = [...databaseFaults, ...processFaults, ...outsideFaults]
