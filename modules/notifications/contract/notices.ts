import { notice } from '#core/joint.ts'

export const notificationsNotices = {
  accountLost: notice(
    'account-lost',
    ['platform'],
    'Your {{platform}} account',
    'The {{platform}} account that you said is yours belongs to somebody else. It is linked to you no more.',
  ),
}
