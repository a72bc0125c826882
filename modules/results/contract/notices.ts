import { notice } from '#core/joint.ts'

export const resultsNotices = {
  published: notice('results-in', ['event'], '{{event}}: the results are in', 'The results of {{event}} are in.'),
  changed: notice('results-changed', ['event', 'reason'], '{{event}}: the results changed', 'The results of {{event}} changed. {{reason}}'),
  changedFinal: notice(
    'results-final-changed',
    ['event', 'reason'],
    '{{event}}: the final results changed',
    'The results of {{event}} were final, and changed. {{reason}}',
  ),
}
