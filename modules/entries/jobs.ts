import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { all, refuse, type Verdict } from '#core/result.ts'
import { PLATFORMS } from '#games/facts/platform.ts'
import { gameOf } from '#games/index.ts'
import { AccountUnlinked, UserRemoved } from '#modules/accounts/contract/facts.ts'
import { allPresent } from '#modules/accounts/door.ts'
import { VisibilityChanged } from '#modules/leagues/contract/facts.ts'
import { AccountCorrected, MemberBanned, MemberErased, MemberLeft, MemberRemoved, type AtMember } from '#modules/members/contract/facts.ts'
import { notify } from '#modules/notifications/door.ts'
import { SessionDeclined, SessionDeleted, SessionEdited, SessionMoved, SessionPublished } from '#modules/sessions/contract/facts.ts'
import { emptySeats, lockComing, lockSession, sessionFacts } from '#modules/sessions/door.ts'
import { sightOf } from '#modules/visibility/door.ts'
import type { Tx } from '#server/db/connect.ts'
import { does, on, within, type ChangeContext, type Listener, type Within } from '#server/room.ts'
import { planField } from './commands/plan.ts'
import { entriesWork } from './contract/jobs.ts'
import { entriesNotices } from './contract/notices.ts'
import { EntriesCancelled } from './contract/facts.ts'
import { misfit } from './decide/teams.ts'
import { promoteWaiting, settleField } from './door.ts'
import { leaveEvent, stopWatching } from './door/leaving.ts'
import { mayClose } from './policy.ts'
import { accountOf } from './rules.ts'
import { teamRulesOf } from './rules/teams.ts'
import { comingEvents, withoutAccount } from './store/accounts.ts'
import { comingEntries, comingGuests } from './store/coming.ts'
import { comingWatches, deleteSpectators } from './store/spectators.ts'
import { notCheckedIn } from './store/check-in.ts'
import { sizesIn } from './store/teams.ts'
import { endAll, peopleOf, registered } from './store.ts'

export const entriesJobs = does(entriesWork, {
  /** Who drives, and in which split, stands; ordered for 15 minutes before the start. */
  settleField: (context, { sessionId }) => settleField(context, sessionId),

  /** Seats that were offered to those who waited are for everybody who is there. */
  endOffers: (context, { sessionId }) => promoteWaiting(context, sessionId),

  /**
   * Everybody who has to check in is told once, when that begins, and once more where an edit has put it off and back: what was said is forgotten
   * then. Where the start has moved meanwhile, that order tells of it.
   */
  openCheckIn: async (context, { sessionId, closesAt, v = 0 }) => {
    const session = await sessionFacts(context.tx, sessionId)
    if (session?.status !== 'WAITING' || session.checkIn.closesAt?.toISOString() !== closesAt || session.checkIn.closedAt) return
    for (const userId of await notCheckedIn(context.tx, sessionId))
      notify(context, entriesNotices.checkInOpen, {
        userId,
        params: { event: session.name, closesAt },
        link: `/events/${sessionId}`,
        effectKey: `check-in:${sessionId}:${closesAt}:${v}:${userId}`,
      })
  },
})

export const entriesListeners: readonly Listener[] = [
  /** Where an admin has raised a limit, seats are free without anybody having left: they go to those who wait, first in line first. */
  on(SessionEdited, 'entries.promote', (context, { sessionId }) => promoteWaiting(context, sessionId)),

  /** An event was deleted, or its community closed: everybody in it or waiting is free and told. */
  on(SessionDeleted, 'entries.event-cancelled', async (context, { sessionId, leagueId, event, season }) => {
    // the event's row is locked before its entries, as everywhere
    await emptySeats(context.tx, sessionId)
    const drivers = await endAll(context.tx, sessionId, context.now)
    const people = [...drivers, ...(await deleteSpectators(context.tx, sessionId))]
    if (people.length === 0) return
    context.record(EntriesCancelled, { sessionId, leagueId, drivers: people })
    for (const userId of people)
      // of all that a season takes along as it ends they are told once
      if (season)
        notify(context, entriesNotices.seasonCancelled, {
          userId,
          params: { season: season.name },
          link: season.path,
          effectKey: `season-cancelled:${season.id}:${userId}`,
        })
      else
        notify(context, entriesNotices.cancelled, {
          userId,
          params: { event },
          link: `/communities/${leagueId}`,
          effectKey: `event-cancelled:${sessionId}:${userId}`,
        })
  }),

  /** An event is not launched: everybody in it, waiting or watching is told before they look for its server. */
  on(SessionDeclined, 'entries.event-declined', async (context, { sessionId }) => {
    const session = await sessionFacts(context.tx, sessionId)
    if (!session) return
    for (const userId of await peopleOf(context.tx, sessionId))
      notify(context, entriesNotices.declined, {
        userId,
        params: { event: session.name },
        link: `/events/${sessionId}`,
        effectKey: `event-declined:${sessionId}:${userId}`,
      })
  }),

  /** Whoever erased their account drives nowhere any more, also where they were a guest. */
  on(UserRemoved, 'entries.forget', async (context, { userId }) => {
    const [entries, watches] = [await comingEntries(context.tx, { userId }), await comingWatches(context.tx, { userId })]
    // in one order, as everywhere
    for (const sessionId of [...entries, ...watches].map((one) => one.sessionId).toSorted()) await lockSession(context.tx, sessionId)
    for (const entry of entries) await leaveEvent(context, entry, 'LEFT')
    for (const watch of watches) await stopWatching(context, watch, userId)
  }),

  /** A published event has another start. When it was moved again meanwhile, only the last time is told. */
  on(SessionMoved, 'entries.event-moved', async (context, { sessionId, startsAt, v }) => {
    const session = await sessionFacts(context.tx, sessionId)
    if (session?.startsAt.toISOString() !== startsAt) return
    for (const userId of await peopleOf(context.tx, sessionId))
      notify(context, entriesNotices.moved, {
        userId,
        params: { event: session.name, startsAt },
        link: `/events/${sessionId}`,
        effectKey: `event-moved:${sessionId}:${v}:${userId}`,
      })
  }),
]

/**
 * Whoever is out of the community is out of its coming events in the same change, and who waits has the seat; a team goes on without them. And
 * none of its events closes its grid to somebody who is in it, or changes what teams may be under those that are there, nor does anybody lose
 * the account by which they drive.
 */
export const entriesWithin: readonly Within[] = [
  // a ban keeps them out by itself: when it ends they may come back
  within(MemberBanned, (context, gone) => leaveEvents(context, gone, 'BANNED')),
  within(MemberRemoved, (context, gone) => leaveEvents(context, gone, 'LEFT')),
  within(MemberLeft, (context, gone) => leaveEvents(context, gone, 'LEFT')),
  within(MemberErased, (context, gone) => leaveEvents(context, gone, 'LEFT')),
  // a hidden community is missing for guests: they could not even cancel
  within(VisibilityChanged, async (context, { leagueId }) => {
    if ((await sightOf(context.tx, leagueId, null))?.hidden) await guestsLeave(context, leagueId)
  }),
  within(SessionPublished, async (context, { sessionId }) => {
    await planField(context, sessionId)
    return await mayStayClosed(context, sessionId)
  }),
  within(SessionEdited, async (context, { sessionId }) => {
    await planField(context, sessionId)
    return all(await mayStayClosed(context, sessionId), await keepsTeams(context, sessionId))
  }),
  within(AccountUnlinked, async ({ tx, now }, { userId, provider }) => {
    const [event] = await needing(tx, userId, provider, now)
    return event ? refuse('ACCOUNT_NEEDED', { event: event.name }) : true
  }),
  // one that was never theirs stays with nobody: they are told where they lack it (docs/decisions/0074)
  within(AccountCorrected, async (context, { userId, provider, removed }) => {
    if (!removed) return
    for (const { id, name } of await needing(context.tx, userId, provider, context.now))
      notify(context, entriesNotices.accountLacking, {
        userId,
        params: { event: name, platform: PLATFORMS[provider] },
        link: '/settings#social-settings',
        effectKey: `account-lacking:${id}:${userId}:${context.now.toISOString()}`,
      })
  }),
]

/** The events to come that somebody drives or waits in, and cannot without their account of this platform. */
async function needing(tx: Tx, userId: UserId, provider: string, now: Date) {
  const events = await comingEvents(tx, userId, now)
  return events.filter(({ game, closed_entry: isClosed }) => {
    const account = accountOf(gameOf(game) ?? { platform: 'none' }, isClosed)
    return account?.provider === provider && account.needed
  })
}

async function mayStayClosed({ tx }: ChangeContext, id: SessionId): Promise<Verdict> {
  const session = await sessionFacts(tx, id)
  const account = session && accountOf(gameOf(session.game) ?? { platform: 'none' }, session.closedEntry)
  if (!account?.needed) return true
  // whoever is unlinking theirs meanwhile holds the person: the next statement sees what came of it
  const drivers = await registered(tx, id).execute()
  if (drivers.length > 0) await allPresent(drivers.map((row) => row.user_id)).execute(tx)
  return mayClose({ account }, await withoutAccount(tx, id, account.provider))
}

async function keepsTeams({ tx }: ChangeContext, id: SessionId): Promise<Verdict> {
  const session = await sessionFacts(tx, id)
  if (!session || session.taken + session.waiting === 0) return true
  const field = misfit(await sizesIn(tx, id), { driverSwap: session.driverSwap, teamRules: teamRulesOf(session.options) })
  return field === null || refuse('TEAM_SIZES', { field })
}

async function leaveEvents(context: ChangeContext, { leagueId, userId }: AtMember, status: 'BANNED' | 'LEFT'): Promise<void> {
  // every event of the community, not only where we see an entry: a registration under way ends first, or finds that they are out
  await lockComing(context.tx, leagueId)
  for (const entry of await comingEntries(context.tx, { userId, leagueId })) await leaveEvent(context, entry, status)
  for (const watch of await comingWatches(context.tx, { userId, leagueId })) await stopWatching(context, watch, userId)
}

async function guestsLeave(context: ChangeContext, leagueId: LeagueId): Promise<void> {
  await lockComing(context.tx, leagueId)
  for (const entry of await comingGuests(context.tx, leagueId)) {
    await leaveEvent(context, entry, 'LEFT')
    notify(context, entriesNotices.removed, {
      userId: entry.userId,
      params: { event: entry.event, reason: '' },
      link: '/events',
      effectKey: `removed-from-event:${entry.id}:${entry.userId}`,
    })
  }
}
