/** What admins change of who drives a season: class and car, and who waits in its line. */
import { z } from 'zod'
import { command } from '#core/contract.ts'
import { userId } from '#core/ids.ts'
import { text, word, wordLike } from '#core/text.ts'
import { SHORT_NAME } from '#modules/sessions/rules.ts'
import { TOURNAMENT } from '../rules.ts'

const MANAGED = ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'VERSION_CONFLICT', 'WRONG_STATE'] as const

export const placesContract = {
  SetDriversCar: command('tournament', 'SetDriversCar', {
    summary:
      'Puts a driver into another class of the season, or another car; so in its events to come, but where the driver has another car than the season’s, or the class is full',
    body: z.strictObject({ driverId: userId, carClassId: wordLike(SHORT_NAME, 'letters 1 12').nullish(), carId: word(80).nullish() }),
    refusals: [...MANAGED, 'CONFIG_INVALID', 'CAR_NOT_IN_EVENT', 'NO_FREE_SLOTS'],
  }),
  TakeOffLine: command('tournament', 'TakeOffLine', {
    summary: 'Takes somebody off the waiting list of a season, who may register again',
    body: z.strictObject({ driverId: userId, reason: text(...TOURNAMENT.reason) }),
    refusals: [...MANAGED],
  }),
}
