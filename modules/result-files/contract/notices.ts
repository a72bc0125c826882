import { notice } from '#core/joint.ts'

export const resultFilesNotices = {
  waits: notice(
    'later-result',
    ['event', 'file'],
    '{{event}}: a later result waits',
    'Another result of {{event}} has come. It waits for your choice: {{file}}',
  ),
}
