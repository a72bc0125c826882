import type { Room } from '#server/room.ts'
import { tournamentsCommands } from './commands.ts'
import { tournamentsContract } from './contract.ts'
import { tournamentsDeeds } from './contract/deeds.ts'
import { tournamentsInvariants } from './invariants.ts'
import { tournamentsJobs, tournamentsWithin } from './jobs.ts'
import { ballastFollows, ballastWithin } from './jobs/ballast.ts'
import { tournamentsApart, tournamentsQueries } from './queries.ts'
import { tournamentsPersonal } from './queries/personal.ts'

export const tournamentsRoom: Room = {
  name: 'tournaments',
  owns: [
    'driver_calendars',
    'tournaments',
    'tournament_adjustments',
    'tournament_classes',
    'tournament_sessions',
    'tournament_entries',
    'tournament_skips',
    'tournament_standings',
  ],
  stays: [
    'driver_calendars',
    'tournaments',
    'tournament_adjustments',
    'tournament_classes',
    'tournament_sessions',
    'tournament_entries',
    'tournament_skips',
    'tournament_standings',
  ],
  // standings are worked out of the results of its events in the change that brings them; a season is shown with its events
  joins: {
    store: ['bans', 'entries', 'entry_drivers', 'memberships', 'race_burdens', 'result_rows', 'results', 'sessions', 'splits', 'users'],
    queries: ['entries', 'entry_drivers', 'leagues', 'linked_accounts', 'sessions', 'users'],
  },
  contracts: tournamentsContract,
  commands: tournamentsCommands,
  queries: tournamentsQueries,
  apart: tournamentsApart,
  deeds: tournamentsDeeds,
  personal: tournamentsPersonal,
  invariants: tournamentsInvariants,
  jobs: tournamentsJobs,
  within: [...ballastWithin, ...tournamentsWithin],
  follows: ballastFollows,
}
