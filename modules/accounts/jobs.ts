import { does } from '#server/room.ts'
import { accountsWork } from './contract/jobs.ts'

export const accountsJobs = does(accountsWork, {
  /** Once the erasing is committed it is noted outside the database, where a restore of an older backup finds it. */
  noteErased: ({ files, now }, { userId }) => files.noteErased(userId, now),
})
