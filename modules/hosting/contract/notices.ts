import { notice } from '#core/joint.ts'

export const hostingNotices = {
  up: notice(
    'server-up',
    ['event', 'serverName'],
    '{{event}}: the server is up',
    'The server of {{event}} is up: {{serverName}}. Name and password stand on the event page.',
  ),
  failed: notice(
    'server-failed',
    ['event', 'reason'],
    '{{event}}: the server did not start',
    'The server of {{event}} did not start: {{reason}}. You can restart it on the event page.',
  ),
  declined: notice(
    'launch-declined',
    ['event'],
    '{{event}} was declined',
    'The plan of the community does not allow {{event}}: it was declined, and nobody can race. Ask the owner for a larger plan.',
  ),
}
