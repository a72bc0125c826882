import { accountsCommands } from '#modules/accounts/commands.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { accountsInvariants } from '#modules/accounts/invariants.ts'
import { accountsJobs, erase } from '#modules/accounts/jobs.ts'
import { accountsHears, accountsQueries } from '#modules/accounts/queries.ts'
import { entriesCommands } from '#modules/entries/commands.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entriesInvariants } from '#modules/entries/invariants.ts'
import { entriesListeners, entriesWithin } from '#modules/entries/jobs.ts'
import { entriesQueries } from '#modules/entries/queries.ts'
import { hostingCommands } from '#modules/hosting/commands.ts'
import { hostingContract } from '#modules/hosting/contract.ts'
import { hostingWork } from '#modules/hosting/contract/jobs.ts'
import { hostingInvariants } from '#modules/hosting/invariants.ts'
import { hostingJobs, hostingKeeps, hostingWithin } from '#modules/hosting/jobs.ts'
import { hostingQueries } from '#modules/hosting/queries.ts'
import { SWEEP_MS } from '#modules/hosting/rules.ts'
import { leaguesCommands } from '#modules/leagues/commands.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { leaguesInvariants } from '#modules/leagues/invariants.ts'
import { leaguesJobs } from '#modules/leagues/jobs.ts'
import { leaguesHears, leaguesQueries } from '#modules/leagues/queries.ts'
import { manualResultsCommands } from '#modules/manual-results/commands.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { manualResultsQueries } from '#modules/manual-results/queries.ts'
import { matchingCommands } from '#modules/matching/commands.ts'
import { matchingContract } from '#modules/matching/contract.ts'
import { matchingInvariants } from '#modules/matching/invariants.ts'
import { matchingListeners, matchingWithin } from '#modules/matching/jobs.ts'
import { matchingQueries } from '#modules/matching/queries.ts'
import { membersCommands } from '#modules/members/commands.ts'
import { membersContract } from '#modules/members/contract.ts'
import { membersInvariants } from '#modules/members/invariants.ts'
import { membersListeners } from '#modules/members/jobs.ts'
import { membersQueries } from '#modules/members/queries.ts'
import { notificationsCommands } from '#modules/notifications/commands.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { notificationsInvariants } from '#modules/notifications/invariants.ts'
import { notificationsKeeps, notificationsWithin } from '#modules/notifications/jobs.ts'
import { notificationsQueries } from '#modules/notifications/queries.ts'
import { resultFilesCommands } from '#modules/result-files/commands.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultFilesInvariants } from '#modules/result-files/invariants.ts'
import { resultFilesJobs, resultFilesKeeps } from '#modules/result-files/jobs.ts'
import { resultFilesQueries } from '#modules/result-files/queries.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { resultsInvariants } from '#modules/results/invariants.ts'
import { resultsJobs } from '#modules/results/jobs.ts'
import { resultsQueries } from '#modules/results/queries.ts'
import { sessionsCommands } from '#modules/sessions/commands.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { sessionsInvariants } from '#modules/sessions/invariants.ts'
import { sessionsJobs, sessionsListeners } from '#modules/sessions/jobs.ts'
import { sessionsHears, sessionsQueries } from '#modules/sessions/queries.ts'
import type { Room } from './room.ts'

/** Every room, in order: a room may use the doors of those above it, never of those below. */
export const ROOMS: readonly Room[] = [
  {
    name: 'accounts',
    contracts: accountsContract,
    commands: accountsCommands,
    queries: accountsQueries,
    invariants: accountsInvariants,
    jobs: accountsJobs,
    erase,
    lists: ['users'],
    hears: accountsHears,
  },
  {
    name: 'leagues',
    contracts: leaguesContract,
    commands: leaguesCommands,
    queries: leaguesQueries,
    invariants: leaguesInvariants,
    jobs: leaguesJobs,
    lists: ['leagues'],
    hears: leaguesHears,
  },
  {
    name: 'notifications',
    contracts: notificationsContract,
    commands: notificationsCommands,
    queries: notificationsQueries,
    invariants: notificationsInvariants,
    keeps: notificationsKeeps,
    within: notificationsWithin,
  },
  {
    name: 'members',
    contracts: membersContract,
    commands: membersCommands,
    queries: membersQueries,
    invariants: membersInvariants,
    on: membersListeners,
  },
  {
    name: 'sessions',
    contracts: sessionsContract,
    commands: sessionsCommands,
    queries: sessionsQueries,
    invariants: sessionsInvariants,
    jobs: sessionsJobs,
    on: sessionsListeners,
    lists: ['sessions'],
    hears: sessionsHears,
  },
  {
    name: 'entries',
    contracts: entriesContract,
    commands: entriesCommands,
    queries: entriesQueries,
    invariants: entriesInvariants,
    on: entriesListeners,
    within: entriesWithin,
  },
  {
    name: 'hosting',
    contracts: hostingContract,
    commands: hostingCommands,
    queries: hostingQueries,
    invariants: hostingInvariants,
    jobs: hostingJobs,
    within: hostingWithin,
    every: [[hostingWork.sweep, SWEEP_MS]],
    keeps: hostingKeeps,
  },
  {
    name: 'results',
    contracts: resultsContract,
    commands: {},
    queries: resultsQueries,
    invariants: resultsInvariants,
    jobs: resultsJobs,
  },
  {
    name: 'matching',
    contracts: matchingContract,
    commands: matchingCommands,
    queries: matchingQueries,
    invariants: matchingInvariants,
    on: matchingListeners,
    within: matchingWithin,
  },
  {
    name: 'result-files',
    contracts: resultFilesContract,
    commands: resultFilesCommands,
    queries: resultFilesQueries,
    invariants: resultFilesInvariants,
    jobs: resultFilesJobs,
    keeps: resultFilesKeeps,
  },
  {
    name: 'manual-results',
    contracts: manualResultsContract,
    commands: manualResultsCommands,
    queries: manualResultsQueries,
  },
]
