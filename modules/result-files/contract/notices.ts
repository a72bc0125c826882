import { notice } from '#core/joint.ts'

export const resultFilesNotices = {
  waits: notice(
    'later-result',
    ['event', 'file'],
    '{{event}}: a later result waits',
    'A result of {{event}} came after the event had ended. It waits for your choice: {{file}}',
  ),
}
