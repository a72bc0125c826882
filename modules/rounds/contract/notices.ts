import { notice } from '#core/joint.ts'

export const roundsNotices = {
  broughtIn: notice(
    'round-reached',
    ['round', 'league'],
    '{{league}}: you are in {{round}}',
    'You may drive {{round}} of {{league}}. Register for one of its events.',
  ),
  ended: notice(
    'round-ended',
    ['round', 'league', 'place'],
    '{{league}}: {{round}} is over',
    '{{round}} of {{league}} is over: you are P{{place}}. Its result says who goes on.',
  ),
}
