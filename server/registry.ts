import { accountsCommands } from '#modules/accounts/commands.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { accountsInvariants } from '#modules/accounts/invariants.ts'
import { accountsJobs } from '#modules/accounts/jobs.ts'
import { accountsPersonal } from '#modules/accounts/queries/personal.ts'
import { accountsHears, accountsQueries } from '#modules/accounts/queries.ts'
import { entriesCommands } from '#modules/entries/commands.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entriesInvariants } from '#modules/entries/invariants.ts'
import { entriesListeners, entriesWithin } from '#modules/entries/jobs.ts'
import { entriesPersonal } from '#modules/entries/queries/personal.ts'
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
import { leaguesPersonal } from '#modules/leagues/queries/personal.ts'
import { leaguesHears, leaguesQueries } from '#modules/leagues/queries.ts'
import { manualResultsCommands } from '#modules/manual-results/commands.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { manualResultsQueries } from '#modules/manual-results/queries.ts'
import { matchingCommands } from '#modules/matching/commands.ts'
import { matchingContract } from '#modules/matching/contract.ts'
import { matchingInvariants } from '#modules/matching/invariants.ts'
import { matchingListeners } from '#modules/matching/jobs.ts'
import { matchingPersonal } from '#modules/matching/queries/personal.ts'
import { matchingQueries } from '#modules/matching/queries.ts'
import { membersCommands } from '#modules/members/commands.ts'
import { membersContract } from '#modules/members/contract.ts'
import { membersInvariants } from '#modules/members/invariants.ts'
import { membersListeners } from '#modules/members/jobs.ts'
import { membersPersonal } from '#modules/members/queries/personal.ts'
import { membersQueries } from '#modules/members/queries.ts'
import { notificationsCommands } from '#modules/notifications/commands.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { notificationsInvariants } from '#modules/notifications/invariants.ts'
import { notificationsKeeps, notificationsWithin } from '#modules/notifications/jobs.ts'
import { notificationsPersonal } from '#modules/notifications/queries/personal.ts'
import { notificationsQueries } from '#modules/notifications/queries.ts'
import { resultFilesCommands } from '#modules/result-files/commands.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultFilesInvariants } from '#modules/result-files/invariants.ts'
import { resultFilesJobs, resultFilesKeeps } from '#modules/result-files/jobs.ts'
import { resultFilesPersonal } from '#modules/result-files/queries/personal.ts'
import { resultFilesQueries } from '#modules/result-files/queries.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { resultsInvariants } from '#modules/results/invariants.ts'
import { resultsJobs } from '#modules/results/jobs.ts'
import { resultsPersonal } from '#modules/results/queries/personal.ts'
import { resultsQueries } from '#modules/results/queries.ts'
import { sessionsCommands } from '#modules/sessions/commands.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { sessionsInvariants } from '#modules/sessions/invariants.ts'
import { sessionsJobs, sessionsListeners } from '#modules/sessions/jobs.ts'
import { sessionsPersonal } from '#modules/sessions/queries/personal.ts'
import { sessionsHears, sessionsQueries } from '#modules/sessions/queries.ts'
import type { Room } from './room.ts'

/** Every room, in order: a room may use the doors of those above it, never of those below. */
export const ROOMS: readonly Room[] = [
  {
    name: 'accounts',
    contracts: accountsContract,
    commands: accountsCommands,
    queries: accountsQueries,
    personal: accountsPersonal,
    invariants: accountsInvariants,
    jobs: accountsJobs,
    lists: ['users'],
    hears: accountsHears,
  },
  {
    name: 'leagues',
    contracts: leaguesContract,
    commands: leaguesCommands,
    queries: leaguesQueries,
    personal: leaguesPersonal,
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
    personal: notificationsPersonal,
    invariants: notificationsInvariants,
    keeps: notificationsKeeps,
    within: notificationsWithin,
  },
  {
    name: 'members',
    contracts: membersContract,
    commands: membersCommands,
    queries: membersQueries,
    personal: membersPersonal,
    invariants: membersInvariants,
    on: membersListeners,
  },
  {
    name: 'sessions',
    contracts: sessionsContract,
    commands: sessionsCommands,
    queries: sessionsQueries,
    personal: sessionsPersonal,
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
    personal: entriesPersonal,
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
    // full hours are when races begin
    crowds: [hostingWork.schedule, hostingWork.begin],
    every: [[hostingWork.sweep, SWEEP_MS]],
    keeps: hostingKeeps,
  },
  {
    name: 'results',
    contracts: resultsContract,
    commands: {},
    queries: resultsQueries,
    personal: resultsPersonal,
    invariants: resultsInvariants,
    jobs: resultsJobs,
  },
  {
    name: 'matching',
    contracts: matchingContract,
    commands: matchingCommands,
    queries: matchingQueries,
    personal: matchingPersonal,
    invariants: matchingInvariants,
    on: matchingListeners,
  },
  {
    name: 'result-files',
    contracts: resultFilesContract,
    commands: resultFilesCommands,
    queries: resultFilesQueries,
    personal: resultFilesPersonal,
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
