import { notice } from '#core/joint.ts'

export const entriesNotices = {
  promoted: notice('promoted', ['event'], '{{event}}: you are in', 'A seat became free: you moved up from the waiting list of {{event}}.'),
  removed: notice(
    'removed-from-event',
    ['event', 'reason'],
    '{{event}}: your registration was removed',
    'An admin removed your registration for {{event}}. Reason: {{reason}}',
  ),
  cancelled: notice('event-cancelled', ['event'], '{{event}} was cancelled', '{{event}} was cancelled.'),
  moved: notice('event-moved', ['event', 'startsAt'], '{{event}} has a new start', '{{event}} now starts {{startsAt}} (UTC).'),
}
