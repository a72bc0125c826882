import { accountsRoom } from '#modules/accounts/room.ts'
import { bopRoom } from '#modules/bop/room.ts'
import { burdensRoom } from '#modules/burdens/room.ts'
import { correctionsRoom } from '#modules/corrections/room.ts'
import { entriesRoom } from '#modules/entries/room.ts'
import { fuelRoom } from '#modules/fuel/room.ts'
import { hostingRoom } from '#modules/hosting/room.ts'
import { lapsRoom } from '#modules/laps/room.ts'
import { leaguesRoom } from '#modules/leagues/room.ts'
import { manualResultsRoom } from '#modules/manual-results/room.ts'
import { matchingRoom } from '#modules/matching/room.ts'
import { membersRoom } from '#modules/members/room.ts'
import { modsRoom } from '#modules/mods/room.ts'
import { notificationsRoom } from '#modules/notifications/room.ts'
import { pickListsRoom } from '#modules/pick-lists/room.ts'
import { profileRoom } from '#modules/profile/room.ts'
import { rankingRoom } from '#modules/ranking/room.ts'
import { protestsRoom } from '#modules/protests/room.ts'
import { raceLogRoom } from '#modules/race-log/room.ts'
import { resultFilesRoom } from '#modules/result-files/room.ts'
import { resultsRoom } from '#modules/results/room.ts'
import { roundsRoom } from '#modules/rounds/room.ts'
import { sessionsRoom } from '#modules/sessions/room.ts'
import { tournamentsRoom } from '#modules/tournaments/room.ts'
import type { Room } from './room.ts'

/** Every room, in order: a room may use the doors of those above it, never of those below. */
export const ROOMS: readonly Room[] = [
  rankingRoom,
  accountsRoom,
  leaguesRoom,
  notificationsRoom,
  membersRoom,
  bopRoom,
  modsRoom,
  sessionsRoom,
  burdensRoom,
  entriesRoom,
  hostingRoom,
  resultsRoom,
  matchingRoom,
  resultFilesRoom,
  manualResultsRoom,
  correctionsRoom,
  lapsRoom,
  raceLogRoom,
  fuelRoom,
  tournamentsRoom,
  pickListsRoom,
  roundsRoom,
  protestsRoom,
  profileRoom,
]
