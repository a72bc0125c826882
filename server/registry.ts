import { accountsCommands } from '#modules/accounts/commands.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { accountsInvariants } from '#modules/accounts/invariants.ts'
import { accountsJobs } from '#modules/accounts/jobs.ts'
import { accountsPersonal } from '#modules/accounts/queries/personal.ts'
import { accountsHears, accountsQueries } from '#modules/accounts/queries.ts'
import { bopCommands } from '#modules/bop/commands.ts'
import { bopContract } from '#modules/bop/contract.ts'
import { bopInvariants } from '#modules/bop/invariants.ts'
import { bopQueries } from '#modules/bop/queries.ts'
import { entriesCommands } from '#modules/entries/commands.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entriesDeeds } from '#modules/entries/contract/deeds.ts'
import { entriesInvariants } from '#modules/entries/invariants.ts'
import { entriesListeners, entriesWithin } from '#modules/entries/jobs.ts'
import { entriesPersonal } from '#modules/entries/queries/personal.ts'
import { entriesApart, entriesQueries } from '#modules/entries/queries.ts'
import { hostingCommands } from '#modules/hosting/commands.ts'
import { hostingContract } from '#modules/hosting/contract.ts'
import { hostingWork } from '#modules/hosting/contract/jobs.ts'
import { hostingInvariants } from '#modules/hosting/invariants.ts'
import { hostingJobs, hostingKeeps, hostingWithin } from '#modules/hosting/jobs.ts'
import { hostingQueries } from '#modules/hosting/queries.ts'
import { SWEEP_MS } from '#modules/hosting/rules.ts'
import { leaguesCommands } from '#modules/leagues/commands.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { leaguesDeeds } from '#modules/leagues/contract/deeds.ts'
import { leaguesInvariants } from '#modules/leagues/invariants.ts'
import { leaguesJobs } from '#modules/leagues/jobs.ts'
import { leaguesPersonal } from '#modules/leagues/queries/personal.ts'
import { leaguesHears, leaguesQueries } from '#modules/leagues/queries.ts'
import { manualResultsCommands } from '#modules/manual-results/commands.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { manualResultsDeeds } from '#modules/manual-results/contract/deeds.ts'
import { manualResultsQueries } from '#modules/manual-results/queries.ts'
import { matchingCommands } from '#modules/matching/commands.ts'
import { matchingContract } from '#modules/matching/contract.ts'
import { matchingInvariants } from '#modules/matching/invariants.ts'
import { matchingListeners } from '#modules/matching/jobs.ts'
import { matchingPersonal } from '#modules/matching/queries/personal.ts'
import { matchingQueries } from '#modules/matching/queries.ts'
import { membersCommands } from '#modules/members/commands.ts'
import { membersContract } from '#modules/members/contract.ts'
import { membersDeeds } from '#modules/members/contract/deeds.ts'
import { membersInvariants } from '#modules/members/invariants.ts'
import { membersListeners } from '#modules/members/jobs.ts'
import { membersPersonal } from '#modules/members/queries/personal.ts'
import { membersQueries } from '#modules/members/queries.ts'
import { modsCommands } from '#modules/mods/commands.ts'
import { modsContract } from '#modules/mods/contract.ts'
import { modsQueries } from '#modules/mods/queries.ts'
import { notificationsCommands } from '#modules/notifications/commands.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { notificationsInvariants } from '#modules/notifications/invariants.ts'
import { notificationsKeeps, notificationsWithin } from '#modules/notifications/jobs.ts'
import { notificationsPersonal } from '#modules/notifications/queries/personal.ts'
import { notificationsApart, notificationsQueries } from '#modules/notifications/queries.ts'
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
import { resultsApart, resultsQueries } from '#modules/results/queries.ts'
import { sessionsCommands } from '#modules/sessions/commands.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { sessionsDeeds } from '#modules/sessions/contract/deeds.ts'
import { sessionsInvariants } from '#modules/sessions/invariants.ts'
import { sessionsJobs, sessionsListeners } from '#modules/sessions/jobs.ts'
import { sessionsPersonal } from '#modules/sessions/queries/personal.ts'
import { sessionsApart, sessionsHears, sessionsQueries } from '#modules/sessions/queries.ts'
import type { Room } from './room.ts'

/** Every room, in order: a room may use the doors of those above it, never of those below. */
export const ROOMS: readonly Room[] = [
  {
    name: 'accounts',
    owns: ['linked_accounts', 'tombstones', 'users'],
    stays: ['linked_accounts', 'tombstones', 'users'],
    // who somebody is, where they are a member and what they have not read is one answer, though later rooms hold it
    joins: {
      queries: ['bans', 'leagues', 'login_sessions', 'logins', 'memberships', 'notifications'],
      door: ['leagues', 'logins', 'memberships'],
    },
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
    owns: ['image_uploads', 'league_configs', 'leagues', 'memberships'],
    stays: ['image_uploads', 'league_configs', 'leagues', 'memberships'],
    joins: {
      queries: ['sessions'],
      door: ['users'],
    },
    contracts: leaguesContract,
    commands: leaguesCommands,
    queries: leaguesQueries,
    deeds: leaguesDeeds,
    personal: leaguesPersonal,
    invariants: leaguesInvariants,
    jobs: leaguesJobs,
    lists: ['leagues'],
    hears: leaguesHears,
  },
  {
    name: 'notifications',
    owns: ['notifications'],
    contracts: notificationsContract,
    commands: notificationsCommands,
    queries: notificationsQueries,
    apart: notificationsApart,
    personal: notificationsPersonal,
    invariants: notificationsInvariants,
    keeps: notificationsKeeps,
    within: notificationsWithin,
  },
  {
    name: 'members',
    owns: ['applications', 'bans'],
    stays: ['applications', 'bans'],
    joins: {
      store: ['memberships'],
      // the history names whom and what its deeds were about
      queries: ['events', 'memberships', 'sessions', 'users'],
    },
    contracts: membersContract,
    commands: membersCommands,
    queries: membersQueries,
    deeds: membersDeeds,
    personal: membersPersonal,
    invariants: membersInvariants,
    on: membersListeners,
  },
  {
    name: 'bop',
    owns: ['balance_of_performance', 'bop_templates'],
    stays: ['balance_of_performance', 'bop_templates'],
    contracts: bopContract,
    commands: bopCommands,
    queries: bopQueries,
    invariants: bopInvariants,
  },
  {
    name: 'mods',
    owns: ['mods'],
    stays: ['mods'],
    // an event needs what its cars and its track are of
    joins: { queries: ['leagues', 'sessions'] },
    contracts: modsContract,
    commands: modsCommands,
    queries: modsQueries,
  },
  {
    name: 'sessions',
    owns: ['session_classes', 'session_status_history', 'sessions', 'splits'],
    stays: ['session_classes', 'session_status_history', 'sessions', 'splits'],
    joins: {
      store: ['leagues'],
      queries: ['leagues', 'users'],
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
    on: sessionsListeners,
    lists: ['sessions'],
    hears: sessionsHears,
  },
  {
    name: 'entries',
    owns: ['entries', 'entry_drivers'],
    stays: ['entries', 'entry_drivers'],
    // a place is taken in one statement, which looks at all that it depends on
    joins: {
      store: ['bans', 'leagues', 'linked_accounts', 'memberships', 'session_classes', 'sessions', 'users'],
      queries: ['bans', 'memberships', 'sessions', 'users'],
      door: ['linked_accounts', 'users'],
    },
    contracts: entriesContract,
    commands: entriesCommands,
    queries: entriesQueries,
    apart: entriesApart,
    deeds: entriesDeeds,
    personal: entriesPersonal,
    invariants: entriesInvariants,
    on: entriesListeners,
    within: entriesWithin,
  },
  {
    name: 'hosting',
    owns: ['hosts', 'server_ports', 'servers'],
    stays: ['hosts', 'server_ports'],
    joins: { queries: ['sessions', 'splits'] },
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
    owns: ['result_laps', 'result_rows', 'results'],
    stays: ['result_laps', 'result_rows', 'results'],
    joins: { queries: ['leagues', 'session_classes', 'sessions', 'users'] },
    contracts: resultsContract,
    commands: {},
    queries: resultsQueries,
    apart: resultsApart,
    personal: resultsPersonal,
    invariants: resultsInvariants,
    jobs: resultsJobs,
  },
  {
    name: 'matching',
    owns: ['driver_matches'],
    stays: ['driver_matches'],
    joins: { queries: ['entries', 'entry_drivers', 'leagues', 'memberships', 'sessions', 'users'] },
    contracts: matchingContract,
    commands: matchingCommands,
    queries: matchingQueries,
    personal: matchingPersonal,
    invariants: matchingInvariants,
    on: matchingListeners,
  },
  {
    name: 'result-files',
    owns: ['result_choices', 'result_files', 'result_withdrawals'],
    stays: ['result_choices', 'result_withdrawals'],
    // whose accounts a file names, and what other events show of it, is looked at as the file is placed
    joins: {
      store: ['linked_accounts', 'memberships', 'results', 'servers', 'sessions', 'users'],
      queries: ['results'],
    },
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
    owns: ['manual_results'],
    stays: ['manual_results'],
    contracts: manualResultsContract,
    commands: manualResultsCommands,
    queries: manualResultsQueries,
    deeds: manualResultsDeeds,
  },
  { name: 'fuel', contracts: {}, commands: {}, queries: {} },
]
