import type { RoundId } from '#core/ids.ts'
import { ok, refuse } from '#core/result.ts'
import { DAY_MS, HOUR_MS } from '#core/duration.ts'
import { takeOut } from '#modules/entries/door.ts'
import { dropImages, lockLeague, registerImages, roleIn, takeImage } from '#modules/leagues/door.ts'
import { publishEvents } from '#modules/sessions/door.ts'
import { together, type CommandsOf } from '#server/room.ts'
import { driverCommands } from './commands/drivers.ts'
import { eventCommands } from './commands/events.ts'
import { areFree, at, lockEvents, ordered, settleEvents } from './commands/managed.ts'
import type { roundsContract } from './contract.ts'
import {
  RoundAdded,
  RoundEnded,
  RoundImageChanged,
  RoundMoved,
  RoundPublished,
  RoundRemoved,
  RoundRenamed,
  RoundSessionRemoved,
  RoundShortNamed,
} from './contract/facts.ts'
import { checkEnd, checkRemove, checkStartDate } from './decide.ts'
import { mayAdd, mayChangeImage } from './policy.ts'
import { freeNumber, ROUND, type RoundStatus } from './rules.ts'
import { bump, insertRound, neighboursOf, placeOf, roundsOf, showsImage } from './store.ts'

registerImages('ROUND', {
  find: async (db, id) => {
    const place = await placeOf(db, id as RoundId)
    return place ? { leagueId: place.league_id, mayUpload: (facts, plan) => mayChangeImage(facts, place.status as RoundStatus, plan) } : null
  },
  shows: showsImage,
})

/** Until somebody says when: a week behind the last round, at its hour. */
const WEEK_MS = 7 * DAY_MS

/** Commands on a round as a whole. Each locks the community first, then the events of its rounds, then the round. */
export const roundsCommands: CommandsOf<typeof roundsContract> = {
  ...eventCommands,
  ...driverCommands,

  AddRound: async (context, { body: { leagueId } }) => {
    const { tx, now, newId, actor, record } = context
    const league = await lockLeague(tx, leagueId, now)
    if (!league) return refuse('NOT_FOUND')
    const may = mayAdd({ ...league, role: await roleIn(tx, leagueId, actor.userId) }, league.plan)
    if (may !== true) return may
    const rounds = await roundsOf(tx, leagueId)
    if (rounds.length >= ROUND.most) return refuse('CONFIG_INVALID', { field: 'leagueId', reason: 'roundsFull', max: ROUND.most })
    await lockEvents(tx, leagueId)
    const number = freeNumber(rounds)
    const soon = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS
    const startDate = new Date(Math.max(soon, rounds.at(-1)?.start_date.getTime() ?? 0) + WEEK_MS)
    const made = { id: newId<'round'>(), leagueId, name: `Round ${number}`, shortName: `R${number}`, startDate }
    await insertRound(tx, made, actor.userId, now)
    await settleEvents(tx, leagueId)
    record(RoundAdded, { roundId: made.id, leagueId, name: made.name })
    return ok({ aggregateId: made.id, v: 1 })
  },

  RenameRound: async (context, { id, v, body: { name, shortName } }) => {
    const { tx, record } = context
    const found = await ordered(context, id as RoundId, 'edit')
    if (!found.ok) return found
    const { round } = found.value
    const saved = await bump(tx, round.id, v, { name, short_name: shortName })
    if (!saved.ok) return saved
    await settleEvents(tx, round.league_id)
    if (name !== round.name) record(RoundRenamed, { ...at(round), name, before: round.name })
    if (name === round.name || shortName !== round.short_name) record(RoundShortNamed, { ...at(round), name, shortName })
    return saved
  },

  ChangeRoundShortName: async (context, { id, v, body: { shortName } }) => {
    const found = await ordered(context, id as RoundId, 'edit')
    if (!found.ok) return found
    const { round } = found.value
    const saved = await bump(context.tx, round.id, v, { short_name: shortName })
    if (saved.ok) context.record(RoundShortNamed, { ...at(round), name: round.name, shortName })
    return saved
  },

  ChangeRoundStartDate: async (context, { id, v, body: { startDate } }) => {
    const { tx, record } = context
    const found = await ordered(context, id as RoundId, 'edit')
    if (!found.ok) return found
    const { round } = found.value
    const start = new Date(startDate)
    const possible = checkStartDate(start, await neighboursOf(tx, round.id))
    if (possible !== true) return possible
    const saved = await bump(tx, round.id, v, { start_date: start })
    if (!saved.ok) return saved
    await settleEvents(tx, round.league_id)
    record(RoundMoved, { ...at(round), name: round.name, startDate: start.toISOString() })
    return saved
  },

  ChangeRoundImage: async (context, { id, v, body: { img } }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as RoundId, 'edit')
    if (!found.ok) return found
    const { league, round } = found.value
    const may = mayChangeImage({ ...league, role: 'admin' }, round.status as RoundStatus, img === null ? null : league.plan)
    if (may !== true) return may
    const images = img === null ? ok(new Map<string, string>()) : await takeImage(tx, { type: 'ROUND', id }, { type: 'background', name: img }, now)
    if (!images.ok) return images
    const shown = { img: images.value.get('background') ?? null, img_small: images.value.get('background-small') ?? null }
    const saved = await bump(tx, round.id, v, shown)
    if (!saved.ok) return saved
    dropImages(context, [round.img, round.img_small], Object.values(shown))
    record(RoundImageChanged, { ...at(round), name: round.name })
    return saved
  },

  PublishRound: async (context, { id, v }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as RoundId, 'publish')
    if (!found.ok) return found
    const { league, round, events } = found.value
    const may = mayAdd({ ...league, role: 'admin' }, league.plan)
    if (may !== true) return may
    const saved = await bump(tx, round.id, v, { status: 'PUBLISHED', published_at: now })
    if (!saved.ok) return saved
    // their cards are shown with the round's name from the first moment
    await settleEvents(tx, round.league_id)
    const own = events.filter((event) => event.roundId === round.id).toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    const published = await publishEvents(
      together(context),
      round.league_id,
      own.map((event) => event.id),
    )
    if (!published.ok) return published
    record(RoundPublished, { ...at(round), name: round.name })
    return saved
  },

  EndRound: async (context, { id, v }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as RoundId, 'end')
    if (!found.ok) return found
    const { round, events } = found.value
    const possible = checkEnd(
      round.status as RoundStatus,
      events.filter((event) => event.roundId === round.id).map(({ status }) => status),
    )
    if (possible !== true) return possible
    const saved = await bump(tx, round.id, v, { status: 'ENDED', ended_at: now })
    if (saved.ok) record(RoundEnded, { ...at(round), name: round.name })
    return saved
  },

  RemoveRound: async (context, { id, v }) => {
    const { tx, now, record } = context
    const found = await ordered(context, id as RoundId, 'remove')
    if (!found.ok) return found
    const { round, events } = found.value
    const own = events.filter((event) => event.roundId === round.id)
    const { before } = await neighboursOf(tx, round.id)
    const possible = checkRemove(round.status as RoundStatus, { areFree: await areFree(context, own), wentOn: before !== null })
    if (possible !== true) return possible
    const saved = await bump(tx, round.id, v, { removed_at: now })
    if (!saved.ok) return saved
    await takeOut(tx, round.id, 'all')
    await settleEvents(tx, round.league_id)
    for (const event of own) record(RoundSessionRemoved, { ...at(round), name: round.name, sessionId: event.id })
    record(RoundRemoved, { ...at(round), name: round.name })
    return saved
  },
}
