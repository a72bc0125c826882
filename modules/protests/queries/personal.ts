import type { Personal } from '#server/room.ts'
import { forgetStatements } from '../store.ts'

const VERDICT = 'what was decided holds for others; who decided has no name any more'
const CASE = 'the case is the community’s and of whoever else is named in it; it names nobody any more, and what was typed is gone'

export const protestsPersonal: Personal = {
  refers: {
    'protest_reports.reporter_id': { as: 'protestsFiled', stays: CASE },
    'protest_reports.reportee_id': { as: 'protestsAgainst', stays: CASE },
    'protest_reviews.reviewer_id': { as: 'protestReviews', stays: VERDICT },
    'protest_penalties.user_id': { as: 'penalties', stays: 'results that everybody sees hang on it; it names nobody any more' },
    'protest_penalties.settled_by': { as: null, stays: VERDICT },
  },
  export: async (db, id) => {
    const [protestsFiled, protestsAgainst, protestReviews, penalties] = await Promise.all([
      db
        .selectFrom('protest_reports')
        .select(['league_id', 'report_no', 'session_id', 'category', 'description', 'video_url', 'status', 'submitted_at', 'decided_at'])
        .where('reporter_id', '=', id)
        .orderBy('submitted_at')
        .execute(),
      db
        .selectFrom('protest_reports')
        .select([
          'league_id',
          'report_no',
          'session_id',
          'category',
          'status',
          'submitted_at',
          'decided_at',
          'answer',
          'appeal_note',
          'appeal_video_url',
        ])
        .where('reportee_id', '=', id)
        .orderBy('submitted_at')
        .execute(),
      db
        .selectFrom('protest_reviews')
        .innerJoin('protest_reports', 'protest_reports.id', 'protest_reviews.report_id')
        .select(['league_id', 'report_no', 'round', 'decision', 'note', 'reviewed_at'])
        .where('reviewer_id', '=', id)
        .orderBy('reviewed_at')
        .execute(),
      db
        .selectFrom('protest_penalties')
        .select(['league_id', 'session_id', 'kind', 'amount', 'state', 'created_at'])
        .where('user_id', '=', id)
        .execute(),
    ])
    return { protestsFiled, protestsAgainst, protestReviews, penalties }
  },
  erase: ({ tx }, userId) => forgetStatements(tx, userId),
}
