import { toCsv } from '#core/csv.ts'
import type { UserId } from '#core/ids.ts'
import { formatLapTime } from '#core/lap-time.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { eventPreview } from '#modules/sessions/door.ts'
import { VISITOR } from '#modules/visibility/rules.ts'
import type { Card } from '#server/outside/cards/card.ts'
import type { QueriesOf, QueryContext } from '#server/room.ts'
import type { ParamsOf } from '#core/contract.ts'
import type { ResultsView } from '../contract.ts'
import type { filesContract } from '../contract/files.ts'
import { asOwnTable, csvRows, gapText, raceTime, givesPoints } from '../rules.ts'
import { ownResult } from '../rules/own-result.ts'
import type { EventInSight } from './event-in-sight.ts'
import { ownCard } from './own-card.ts'
import { peopleIn, resultsView } from './table.ts'
import { asker, isKept, visible } from './visible.ts'

type TableAsked = ParamsOf<typeof filesContract.exportCsv>

/** Pictures and tables of results, as files. */
export const filesQueries: QueriesOf<typeof filesContract> = {
  resultCard: async (context, { sessionId }) => {
    const event = await visible(context, sessionId, VISITOR, true)
    if (!event.ok && !isKept(event)) return event
    const preview = await eventPreview(context.db, sessionId, context.publicUrl)
    if (!preview) return refuse('NOT_FOUND')
    // what it shows of an event before anybody has driven
    if (!event.ok) return ok(await context.cards.draw(preview.card))
    const view = resultsView(event.value)
    context.dependsOn(...peopleIn(view).map((id) => `user:${id}`))
    return ok(await context.cards.draw({ ...preview.card, podium: podiumOf(view) }))
  },

  driverCard: async (context, { sessionId, userId, segment }) => {
    const event = await visible(context, sessionId, VISITOR, true)
    if (!event.ok && !isKept(event)) return event
    const preview = await eventPreview(context.db, sessionId, context.publicUrl)
    if (!preview) return refuse('NOT_FOUND')
    if (!event.ok) return ok(await context.cards.draw(preview.card))
    context.dependsOn(`user:${userId}`)
    return drawOwn(context, event.value, preview.card, userId, segment)
  },

  memberDriverCard: async (context, { sessionId, userId, segment }) => {
    const event = await visible(context, sessionId, asker(context).userId, true)
    if (!event.ok) return event
    const preview = await eventPreview(context.db, sessionId, context.publicUrl, asker(context).userId)
    return preview ? drawOwn(context, event.value, preview.card, userId, segment) : refuse('NOT_FOUND')
  },

  exportCsv: async (context, asked) => {
    const event = await visible(context, asked.sessionId, VISITOR, true)
    return event.ok ? csvOf(context, event.value, asked) : event
  },

  memberExportCsv: async (context, asked) => {
    const event = await visible(context, asked.sessionId, asker(context).userId, true)
    return event.ok ? csvOf(context, event.value, asked) : event
  },
}

async function drawOwn(context: QueryContext, event: EventInSight, card: Card, userId: UserId, segment?: string): Promise<Result<Uint8Array>> {
  const own = ownResult(resultsView(event).results, userId, segment)
  return own ? ok(await context.cards.draw(ownCard(card, own, userId))) : refuse('NOT_FOUND')
}

/** Of the last race, on the first server that drove any: with the winner's time and the gaps to it. */
function podiumOf(view: ResultsView): Card['podium'] {
  const races = view.results.filter(({ type }) => type === 'RACE')
  const first = Math.min(...races.map(({ splitNo }) => splitNo))
  const race = races.findLast(({ splitNo }) => splitNo === first)
  const podium = race?.results.slice(0, 3).filter(({ status }) => status === 'FINISHED') ?? []
  return podium.map((row) => ({
    country: row.country,
    name: row.name ?? '–',
    plainName: row.raceNumber === null ? null : `#${row.raceNumber}`,
    more: row.position === 1 ? formatLapTime(raceTime(row)) : gapText(row, (count) => `+${count} L`),
  }))
}

/** A table as it stands on the page: of the whole field, or of one class. */
function csvOf(context: QueryContext, event: EventInSight, { segment: key, split, class: carClass }: TableAsked): Result<string> {
  const view = resultsView(event)
  context.dependsOn(...peopleIn(view).map((id) => `user:${id}`))
  const segment = view.results.find((one) => one.key === key && one.splitNo === split)
  if (!segment) return refuse('NOT_FOUND')
  const { results, type, carClasses, manualSession } = segment
  const ofClass =
    carClass === undefined
      ? results
      : asOwnTable(
          results.filter((row) => row.carClassId === carClass),
          type === 'RACE',
        )
  return carClass !== undefined && ofClass.length === 0
    ? refuse('NOT_FOUND')
    : ok(toCsv(csvRows(ofClass, carClasses, manualSession, givesPoints(segment))))
}
