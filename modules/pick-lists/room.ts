import { SessionDeleted } from '#modules/sessions/contract/facts.ts'
import { TournamentDeleted } from '#modules/tournaments/contract/facts.ts'
import { within, type Room } from '#server/room.ts'
import { pickListsCommands } from './commands.ts'
import { pickListsContract } from './contract.ts'
import { pickListsDeeds } from './contract/deeds.ts'
import { pickListsQueries } from './queries.ts'
import { pickListsPersonal } from './queries/personal.ts'
import { forgetEvent, forgetSeason } from './store.ts'

export const pickListsRoom: Room = {
  name: 'pick-lists',
  owns: ['pick_lists', 'pick_list_entries'],
  stays: ['pick_lists', 'pick_list_entries'],
  joins: { store: ['users'], queries: ['sessions', 'users'] },
  contracts: pickListsContract,
  commands: pickListsCommands,
  queries: pickListsQueries,
  deeds: pickListsDeeds,
  personal: pickListsPersonal,
  within: [
    within(SessionDeleted, (context, { sessionId }) => forgetEvent(context.tx, sessionId)),
    within(TournamentDeleted, (context, { tournamentId }) => forgetSeason(context.tx, tournamentId)),
  ],
}
