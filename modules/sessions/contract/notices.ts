import { notice } from '#core/joint.ts'

export const sessionsNotices = {
  notMade: notice(
    'daily-not-made',
    ['event', 'startsAt', 'reason'],
    '{{event}}: a daily race was not created',
    'The race of {{event}} that starts {{startsAt}} (UTC) was not created: {{reason}}. Its daily template lists every start; you can try again there.',
  ),
}
