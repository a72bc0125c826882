import type { Room } from '#server/room.ts'
import { sessionsCommands } from './commands.ts'
import { sessionsContract } from './contract.ts'
import { sessionsDeeds } from './contract/deeds.ts'
import { sessionsWork } from './contract/jobs.ts'
import { sessionsInvariants } from './invariants.ts'
import { LOOK_MS, sessionsJobs, sessionsListeners } from './jobs.ts'
import { sessionsApart, sessionsHears, sessionsQueries } from './queries.ts'
import { sessionsPersonal } from './queries/personal.ts'

export const sessionsRoom: Room = {
  name: 'sessions',
  owns: ['daily_starts', 'session_classes', 'session_status_history', 'sessions', 'splits'],
  stays: ['daily_starts', 'session_classes', 'session_status_history', 'sessions', 'splits'],
  joins: {
    store: ['leagues'],
    // who waits behind the others: what a card has to offer
    queries: ['entries', 'leagues', 'users'],
    door: ['leagues'],
  },
  contracts: sessionsContract,
  commands: sessionsCommands,
  queries: sessionsQueries,
  apart: sessionsApart,
  deeds: sessionsDeeds,
  personal: sessionsPersonal,
  invariants: sessionsInvariants,
  jobs: sessionsJobs,
  every: [
    [sessionsWork.lookForBegun, LOOK_MS],
    [sessionsWork.lookForDaily, LOOK_MS],
  ],
  on: sessionsListeners,
  lists: ['sessions'],
  hears: sessionsHears,
}
