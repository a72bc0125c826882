import type { Room } from '#server/room.ts'
import { notificationsCommands } from './commands.ts'
import { notificationsContract } from './contract.ts'
import { notificationsInvariants } from './invariants.ts'
import { notificationsKeeps, notificationsWithin } from './jobs.ts'
import { notificationsApart, notificationsQueries } from './queries.ts'
import { notificationsPersonal } from './queries/personal.ts'

export const notificationsRoom: Room = {
  name: 'notifications',
  owns: ['notifications'],
  // whether what a notification is about is still there for its reader
  joins: { queries: ['leagues', 'rounds', 'sessions', 'tournaments'] },
  contracts: notificationsContract,
  commands: notificationsCommands,
  queries: notificationsQueries,
  apart: notificationsApart,
  personal: notificationsPersonal,
  invariants: notificationsInvariants,
  keeps: notificationsKeeps,
  within: notificationsWithin,
}
