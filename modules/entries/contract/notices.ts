import { notice } from '#core/joint.ts'

export const entriesNotices = {
  promoted: notice('promoted', ['event'], '{{event}}: you are in', 'A seat became free: you moved up from the waiting list of {{event}}.'),
  noSeat: notice(
    'no-seat-in-split',
    ['event'],
    '{{event}}: you are on the waiting list',
    'The splits of {{event}} have fewer seats than drivers. You registered among the last and wait for one.',
  ),
  checkInOpen: notice(
    'check-in-open',
    ['event', 'closesAt'],
    '{{event}}: check in now',
    'The check-in of {{event}} is open until {{closesAt}} (UTC). Check in on the event page: a seat of somebody who has not goes to the waiting list.',
  ),
  checkInMissed: notice(
    'check-in-missed',
    ['event'],
    '{{event}}: you did not check in',
    'You did not check in for {{event}}, and your seat went to the waiting list. On the event page you can still have a seat that stays free.',
  ),
  lateInLine: notice(
    'late-in-line',
    ['event'],
    '{{event}}: check in to drive',
    'You came onto the waiting list of {{event}} when its check-in had closed. Check in on the event page: a free seat that is kept for nobody else is yours at once.',
  ),
  seatOffered: notice(
    'seat-offered',
    ['event', 'untilAt'],
    '{{event}}: a seat is free',
    'Seats of {{event}} became free. Check in on the event page to take one: until {{untilAt}} (UTC) they are for those who waited.',
  ),
  removed: notice(
    'removed-from-event',
    ['event', 'reason'],
    '{{event}}: your registration was removed',
    'An admin removed your registration for {{event}}. Reason: {{reason}}',
  ),
  entered: notice(
    'entered-in-event',
    ['event'],
    '{{event}}: you are in',
    'An admin registered you for {{event}}. On the event page you can change the car, or cancel.',
  ),
  notSeated: notice(
    'not-seated',
    ['event'],
    '{{event}}: you are not on the grid',
    'Your championship drives {{event}}, and the account that its game needs is not linked. Link it in your settings, and you are on the grid.',
  ),
  swappedOut: notice(
    'swapped-out',
    ['event'],
    '{{event}}: others drive in your place',
    'An admin put a new list of drivers on the grid of {{event}}, and you are not on it. Ask the organisers if you think that is wrong.',
  ),
  stopsWatching: notice(
    'spectator-removed',
    ['event'],
    '{{event}}: you do not watch any more',
    'An admin took you from the spectators of {{event}}. You can still register as a driver, or ask the organisers.',
  ),
  teamGone: notice(
    'team-gone',
    ['event', 'team'],
    '{{event}}: {{team}} does not drive any more',
    'The registration of your team {{team}} for {{event}} was cancelled by its manager.',
  ),
  outOfTeam: notice(
    'out-of-team',
    ['event', 'team'],
    '{{event}}: you are out of {{team}}',
    'The manager of {{team}} took you out of the team for {{event}}. You can join another team or register one.',
  ),
  teamManager: notice(
    'team-manager',
    ['event', 'team'],
    '{{event}}: you manage {{team}}',
    'You are now the manager of {{team}} for {{event}}: car, number, password and drivers are yours to decide.',
  ),
  seasonCancelled: notice(
    'season-cancelled',
    ['season'],
    '{{season}} is over: its coming events are cancelled',
    '{{season}} has ended before all of it was driven. Its events that were still to come are cancelled, those that you are registered for too.',
  ),
  cancelled: notice('event-cancelled', ['event'], '{{event}} was cancelled', '{{event}} was cancelled.'),
  declined: notice(
    'event-declined',
    ['event'],
    '{{event}} does not take place',
    '{{event}} does not take place: the plan of its community does not allow it. On its page stands the next race of the community.',
  ),
  moved: notice('event-moved', ['event', 'startsAt'], '{{event}} has a new start', '{{event}} now starts {{startsAt}} (UTC).'),
  accountLacking: notice(
    'account-lacking',
    ['event', 'platform'],
    '{{event}}: your {{platform}} account is needed',
    'You are registered for {{event}}, which lets nobody drive without a {{platform}} account. Yours was taken away: tell which one it is, in your settings.',
  ),
}
