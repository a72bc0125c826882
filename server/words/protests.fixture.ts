import { allOf, type Thing } from './word.fixture.ts'

const REPORTS = [
  'protests.reports:reports[]',
  'protests.sessionReports:reports[]',
  'protests.report',
  'protests.queue:cases[]',
  'protests.SubmitReport',
]

/** Protests: what is reported, voted and ruled. */
export const PROTEST_WORDS: readonly Thing[] = [
  {
    thing: 'Protest report',
    answers: REPORTS,
    words: {
      ...allOf('id leagueId tournamentId leagueReportNo reportee.id reportee.name reportee.country reportee.teamName', 'answers'),
      ...allOf('reporter.id reporter.name reporter.country sessionId sessionName segmentName submitTimestamp status', 'answers'),
      ...allOf('reviewCount requiredReviewCount reviews description videoURL appeal.note appeal.videoURL', 'answers'),
    },
  },
  {
    thing: 'Review',
    answers: REPORTS.map((place) => (place.includes(':') ? `${place}.reviews[]` : `${place}:reviews[]`)),
    words: allOf('reviewer.id reviewer.name decision note reviewTimestamp', 'answers'),
  },
  {
    thing: 'Protest form',
    bodies: ['protests.SubmitReport'],
    words: allOf('reporteeId description videoURL sessionId segmentIndex splitNo', 'bodies'),
  },
  { thing: 'Protest stats', answers: ['protests.sessionReports:userStats'], words: allOf('rejectedProtestCount', 'answers') },
  {
    thing: 'Protest rules',
    answers: ['protests.sessionReports:config'],
    words: {
      ...allOf('duration_days start_delay_hrs max_rejection_count_period_days max_rejection_count_per_period reviewer_count', 'answers'),
      ...allOf('allow_appeals enable_rejection_limits enable_protest_rules', 'answers'),
      ...allOf('protestWindow.startDelayHrs protestWindow.durationDays rejectionLimit.maxRejectionCountPerPeriod allowAppeals', 'answers'),
    },
  },
]
