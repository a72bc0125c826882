import { notice } from '#core/joint.ts'

export const membersNotices = {
  accepted: notice('application-accepted', ['league'], 'Welcome to {{league}}', '{{league}} accepted your application.'),
  declined: notice('application-declined', ['league', 'reason'], '{{league}}: your application', '{{league}} declined your application. {{reason}}'),
  applied: notice('application-received', ['league', 'name'], '{{league}}: {{name}} applied', '{{name}} would like to join {{league}}.'),
  roleChanged: notice('role-changed', ['league', 'role'], '{{league}}: your role', 'You are now {{role}} in {{league}}.'),
  banned: notice(
    'banned',
    ['league', 'reason', 'endsAt'],
    '{{league}}: you are banned',
    '{{league}} took you out of its upcoming events and banned you. Reason: {{reason}}',
  ),
  removed: notice(
    'removed-from-league',
    ['league', 'reason'],
    '{{league}}: you are no member any more',
    '{{league}} took you out of the community. You are registered for none of its upcoming events any more. Reason: {{reason}}',
  ),
  accountCorrected: notice(
    'account-corrected',
    ['league', 'platform', 'account', 'before'],
    'Your {{platform}} account',
    'An admin of {{league}} said that your {{platform}} account is {{account}} (before: {{before}}).',
  ),
  accountRemoved: notice(
    'account-removed',
    ['league', 'platform', 'account', 'before'],
    'Your {{platform}} account',
    'An admin of {{league}} said that the {{platform}} account {{before}} is not yours. It is linked to you no more.',
  ),
}
