import type { Room } from '#server/room.ts'
import { hostingCommands } from './commands.ts'
import { hostingContract } from './contract.ts'
import { hostingDeeds } from './contract/deeds.ts'
import { hostingWork } from './contract/jobs.ts'
import { hostingInvariants } from './invariants.ts'
import { hostingJobs, hostingKeeps, hostingListeners, hostingWithin } from './jobs.ts'
import { hostingQueries } from './queries.ts'
import { liveApart } from './queries/live.ts'
import { raceNightApart } from './queries/race-server.ts'
import { SWEEP_MS } from './rules.ts'

export const hostingRoom: Room = {
  name: 'hosting',
  owns: ['hosts', 'server_ports', 'servers'],
  stays: ['hosts', 'server_ports'],
  joins: { queries: ['leagues', 'sessions', 'splits'] },
  contracts: hostingContract,
  commands: hostingCommands,
  queries: hostingQueries,
  apart: { ...liveApart, ...raceNightApart },
  invariants: hostingInvariants,
  jobs: hostingJobs,
  on: hostingListeners,
  within: hostingWithin,
  // full hours are when races begin
  crowds: [hostingWork.schedule, hostingWork.begin],
  every: [[hostingWork.sweep, SWEEP_MS]],
  keeps: hostingKeeps,
  deeds: hostingDeeds,
}
