import { notice } from '#core/joint.ts'

export const tournamentsNotices = {
  disqualified: notice(
    'season-disqualified',
    ['season', 'reason'],
    '{{season}}: you are disqualified',
    'You are disqualified from {{season}}: “{{reason}}”. Your points stay in its table, without a place.',
  ),
  /** Of who waited for a seat. */
  disqualifiedInLine: notice(
    'season-disqualified-line',
    ['season', 'reason'],
    '{{season}}: you are disqualified',
    'You are disqualified from {{season}}: “{{reason}}”. You do not wait for a seat any more.',
  ),
  inLineAgain: notice(
    'season-line-again',
    ['season', 'reason'],
    '{{season}}: your disqualification is taken back',
    'Your disqualification from {{season}} was taken back: “{{reason}}”. You have your place in line for a seat again.',
  ),
  reinstated: notice(
    'season-reinstated',
    ['season', 'reason'],
    '{{season}}: you are in again',
    'Your disqualification from {{season}} was taken back: “{{reason}}”. You are in all its events to come.',
  ),
  /** Of who is out for another reason. */
  cleared: notice(
    'season-cleared',
    ['season', 'reason'],
    '{{season}}: your disqualification is taken back',
    'Your disqualification from {{season}} was taken back: “{{reason}}”. Where you stand in its table your place counts again.',
  ),
  /** Who waited for a seat. */
  seated: notice(
    'season-seated',
    ['season'],
    '{{season}}: you have a seat',
    'You waited for a seat in {{season}}, and have one now: you are in all its events to come.',
  ),
  /** By an admin. */
  placed: notice(
    'season-placed',
    ['season', 'place'],
    '{{season}}: you drive in {{place}}',
    'An admin has put you into {{place}} in {{season}}, for all its events to come.',
  ),
  /** By an admin. */
  teamRenamed: notice(
    'season-team-renamed',
    ['season', 'team'],
    '{{season}}: your team is called {{team}}',
    'An admin has renamed your team in {{season}}: it is called {{team}} now. Its points stay with it.',
  ),
  offLine: notice(
    'season-off-line',
    ['season', 'reason'],
    '{{season}}: you do not wait any more',
    'An admin took you off the waiting list of {{season}}: “{{reason}}”.',
  ),
  /** By an admin. */
  entered: notice(
    'season-entered',
    ['season'],
    '{{season}}: you drive it',
    'An admin registered you for {{season}}: you are in all its events to come. On the page of the season you can change the car where it lets you, or leave.',
  ),
  swappedOut: notice(
    'season-swapped-out',
    ['season'],
    '{{season}}: others drive in your place',
    'An admin put a new list of drivers into {{season}}, and you are not on it. Ask the organisers if you think that is wrong.',
  ),
  pointsGiven: notice(
    'season-points',
    ['season', 'points', 'reason'],
    '{{season}}: {{points}} points',
    'In the standings of {{season}} an admin has given you, or your team, points by hand: {{points}}. “{{reason}}”',
  ),
  pointsRevoked: notice(
    'season-points-revoked',
    ['season', 'points', 'reason'],
    '{{season}}: points by hand are taken back',
    'In the standings of {{season}} the {{points}} points by hand of yours, or your team’s, are taken back: “{{reason}}”.',
  ),
  endedInLine: notice('season-ended-line', ['season'], '{{season}} has ended', '{{season}} has ended: you do not wait for a seat any more.'),
  deleted: notice(
    'season-deleted',
    ['season', 'league'],
    '{{season}} is deleted',
    '{{league}} has deleted {{season}}. Its events stay, and so do your registrations for them: cancel where you do not drive.',
  ),
  deletedInLine: notice(
    'season-deleted-line',
    ['season', 'league'],
    '{{season}} is deleted',
    '{{league}} has deleted {{season}}: you do not wait for a seat any more.',
  ),
}
