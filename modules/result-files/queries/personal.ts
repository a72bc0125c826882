import type { Personal } from '#server/room.ts'

const SAID = 'the event remembers who did it; there is no name to it any more'

export const resultFilesPersonal: Personal = {
  refers: {
    'result_files.handed_in_by': { as: 'filesHandedIn', stays: SAID },
    'result_choices.chosen_by': { as: 'resultChoices', stays: SAID },
    'result_choices.undone_by': { as: null, stays: SAID },
    'result_withdrawals.withdrawn_by': { as: 'resultsTakenBack', stays: SAID },
  },
  export: async (db, id) => {
    const [filesHandedIn, resultChoices, resultsTakenBack] = await Promise.all([
      db.selectFrom('result_files').select(['session_id', 'name', 'received_at']).where('handed_in_by', '=', id).orderBy('received_at').execute(),
      db
        .selectFrom('result_choices')
        .select(['session_id', 'action', 'reason', 'chosen_at', 'undone_at'])
        .where('chosen_by', '=', id)
        .orderBy('chosen_at')
        .execute(),
      db
        .selectFrom('result_withdrawals')
        .select(['session_id', 'kind', 'reason', 'withdrawn_at'])
        .where('withdrawn_by', '=', id)
        .orderBy('withdrawn_at')
        .execute(),
    ])
    return { filesHandedIn, resultChoices, resultsTakenBack }
  },
}
