import { notice } from '#core/joint.ts'

export const protestsNotices = {
  confirmed: notice(
    'results-final',
    ['event'],
    '{{event}}: the results are final',
    'The time for protests about {{event}} is over and none is open: its results are final.',
  ),
  filed: notice(
    'protest-filed',
    ['event', 'no'],
    '{{event}}: a protest names you',
    'Protest #{{no}} of {{event}} names you. You can answer it once, on the page of the protest, while it is open.',
  ),
  toReview: notice('protest-to-review', ['event', 'no'], 'Protest #{{no}} waits for you', 'Protest #{{no}} of {{event}} waits for your vote.'),
  appealToReview: notice(
    'appeal-to-review',
    ['event', 'no'],
    'Protest #{{no}}: an appeal waits for you',
    'The appeal of protest #{{no}} of {{event}} waits for your vote.',
  ),
  answered: notice('protest-answered', ['event', 'no'], 'Protest #{{no}}: an answer', 'Protest #{{no}} of {{event}} was answered.'),
  withdrawn: notice('protest-withdrawn', ['event', 'no'], 'Protest #{{no}} was withdrawn', 'Protest #{{no}} of {{event}} was withdrawn.'),
  accepted: notice('protest-accepted', ['event', 'no'], 'Protest #{{no}} was accepted', 'The stewards accepted protest #{{no}} of {{event}}.'),
  rejected: notice('protest-rejected', ['event', 'no'], 'Protest #{{no}} was rejected', 'The stewards rejected protest #{{no}} of {{event}}.'),
  appealed: notice('protest-appealed', ['event', 'no'], 'Protest #{{no}}: an appeal', 'The decision on protest #{{no}} of {{event}} was appealed.'),
  appealAccepted: notice(
    'protest-appeal-accepted',
    ['event', 'no'],
    'Protest #{{no}}: the appeal was accepted',
    'The appeal of protest #{{no}} of {{event}} was accepted: the first decision does not stand any more.',
  ),
  appealRejected: notice(
    'protest-appeal-rejected',
    ['event', 'no'],
    'Protest #{{no}}: the appeal was rejected',
    'The appeal of protest #{{no}} of {{event}} was rejected: the first decision stands.',
  ),
  forgiven: notice(
    'penalty-forgiven',
    ['event', 'no', 'reason'],
    '{{event}}: your penalty is let go',
    'Your penalty from protest #{{no}} of {{event}} is let go: you need not serve it any more. Reason: {{reason}}',
  ),
  reopened: notice(
    'penalty-reopened',
    ['event', 'no', 'reason'],
    '{{event}}: your penalty is due again',
    'Your penalty from protest #{{no}} of {{event}} counts as not served: it is due in your next race. Reason: {{reason}}',
  ),
}
