import type { Room } from '#server/room.ts'
import { accountsCommands } from './commands.ts'
import { accountsContract } from './contract.ts'
import { accountsInvariants } from './invariants.ts'
import { accountsJobs } from './jobs.ts'
import { accountsHears, accountsQueries } from './queries.ts'
import { signedIn } from './queries/me.ts'
import { accountsPersonal } from './queries/personal.ts'

export const accountsRoom: Room = {
  name: 'accounts',
  owns: ['linked_accounts', 'tombstones', 'users'],
  stays: ['linked_accounts', 'tombstones', 'users'],
  // who somebody is and where they are a member is one answer, though later rooms hold it
  joins: {
    queries: ['applications', 'bans', 'leagues', 'login_sessions', 'logins', 'memberships'],
    door: ['leagues', 'logins', 'memberships'],
  },
  contracts: accountsContract,
  commands: accountsCommands,
  queries: accountsQueries,
  signedIn,
  personal: accountsPersonal,
  invariants: accountsInvariants,
  jobs: accountsJobs,
  lists: ['users'],
  hears: accountsHears,
}
