import { notice } from '#core/joint.ts'

export const roundsNotices = {
  broughtIn: notice(
    'round-reached',
    ['round', 'league'],
    '{{league}}: you are in {{round}}',
    'You may drive {{round}} of {{league}}. Register for one of its events.',
  ),
}
