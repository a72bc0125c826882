import { notice } from '#core/joint.ts'

export const correctionsNotices = {
  given: notice(
    'result-corrected',
    ['event', 'reason'],
    '{{event}}: your result was corrected',
    'Your result in {{event}} was corrected. {{reason}}',
  ),
  revoked: notice(
    'correction-revoked',
    ['event', 'reason'],
    '{{event}}: a correction was revoked',
    'A correction of your result in {{event}} was revoked. {{reason}}',
  ),
}
