import type { SessionId } from '#core/ids.ts'
import { refuse } from '#core/result.ts'
import { hasFeature, planInForce } from '#modules/billing/rules.ts'
import { adminsOf } from '#modules/leagues/door.ts'
import { notify } from '#modules/notifications/door.ts'
import type { ChangeContext } from '#server/room.ts'
import { copyEvent } from '../commands/create.ts'
import { at } from '../commands/order.ts'
import { StartsDone } from '../contract/facts.ts'
import { sessionsNotices } from '../contract/notices.ts'
import { DAILY, dateIn, type PlanRefusal, type Schedule } from '../rules/daily.ts'
import { isTooSoon } from '../rules.ts'
import { leagueAndStatusOf, lockLeague, lockRow, type SessionRow } from '../store.ts'
import { saveNextStart, saveStart, startsDue } from '../store/daily.ts'

/** Until when starts are due. */
export const dueUntil = (now: Date): Date => new Date(now.getTime() + DAILY.createdAheadMs)

/** Makes every event of a template that is due, as the template is now. What the plan does not allow is kept with its reason, and its admins are told. */
export async function makeDue(context: ChangeContext, id: SessionId): Promise<void> {
  const { tx, now } = context
  const event = await leagueAndStatusOf(tx, id)
  const league = event && (await lockLeague(tx, event.leagueId))
  const template = league && !league.closed ? await lockRow(tx, id) : undefined
  if (!league || template?.status !== 'RECURRING') return
  const starts = await startsDue(tx, id, dueUntil(now))
  if (starts.length === 0) return
  const isAllowed = hasFeature(planInForce(league.plan, league.plan_ends_at, now), 'dailyRacing')
  let made = 0
  for (const startsAt of starts) {
    if (isTooSoon(startsAt.getTime(), now.getTime())) {
      await saveStart(tx, id, startsAt, 'PLANNED', { state: 'MISSED' })
      continue
    }
    const copy = { league, source: template, startsAt, by: template.created_by, templateId: id, publish: true }
    const event = isAllowed ? await copyEvent(context, copy) : refuse('FEATURE_NOT_IN_PLAN')
    if (event.ok) {
      made += 1
      await saveStart(tx, id, startsAt, 'PLANNED', { state: 'CREATED', event: event.value })
    } else {
      await saveStart(tx, id, startsAt, 'PLANNED', { state: 'REFUSED', reason: event.refusal.code })
      await tell(context, template, startsAt, event.refusal.code)
    }
  }
  await saveNextStart(tx, id)
  context.record(StartsDone, { ...at(template), made, others: starts.length - made })
}

/** Once a day and reason: a template with twelve starts a day says it once. */
async function tell(context: ChangeContext, template: SessionRow, startsAt: Date, code: PlanRefusal): Promise<void> {
  const day = dateIn((template.schedule as Schedule).timeZone, startsAt.getTime())
  for (const userId of await adminsOf(context.tx, template.league_id))
    notify(context, sessionsNotices.notMade, {
      userId,
      params: { event: template.name, startsAt: startsAt.toISOString(), reason: code },
      inMail: { reason: SENTENCES[code] },
      link: `/events/${template.id}#daily`,
      effectKey: `daily-not-made:${template.id}:${code}:${day}:${userId}`,
    })
}

/** For mails; pages say it in the reader's language. */
const SENTENCES: Readonly<Record<PlanRefusal, string>> = {
  FEATURE_NOT_IN_PLAN: 'the plan of the community does not have all that it needs',
  LIMIT_GRID_SIZE: 'its grid is larger than the plan of the community allows',
  LIMIT_EVENTS_PER_WEEK: 'the week has as many events as the plan of the community allows',
  LIMIT_DURATION_PER_MONTH: 'the month has as many minutes of events as the plan of the community allows',
  EVENT_DURATION_TOO_LONG: 'it is longer than the plan of the community allows',
}
