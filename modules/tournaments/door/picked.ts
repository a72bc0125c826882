import type { TournamentId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { notify } from '#modules/notifications/door.ts'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import type { Reader } from '#server/db/connect.ts'
import type { CommandContext } from '#server/room.ts'
import { moveUp } from '../commands/line.ts'
import { at } from '../commands/managed.ts'
import { SeasonJoined, SeasonSwapped } from '../contract/facts.ts'
import { tournamentsNotices } from '../contract/notices.ts'
import { planSeason, takesPicked, type SeasonPick, type SeasonPlan } from '../decide/picked.ts'
import type { TournamentStatus } from '../rules.ts'
import { classesOf, findRow, lockRow, type TournamentRow } from '../store.ts'
import { carsOfEvents } from '../store/drivers.ts'
import { candidatesOf, countDrivers, enterDrivers, presentIn, removeDrivers } from '../store/picked.ts'
import { keepStandings } from '../store/standings.ts'

type Ordered = { readonly tournamentId: TournamentId; readonly picks: readonly SeasonPick[]; readonly isSwap: boolean }

type Entered = SeasonPlan & { /** Of the season. */ readonly name: string }

/** What becomes of the picked if they are entered into the season now; refuses what keeps all of them out. */
export async function lookAtSeason(db: Reader, ordered: Ordered, now: Date): Promise<Result<SeasonPlan>> {
  const season = await findRow(db, ordered.tournamentId)
  return season?.type === 'CHAMPIONSHIP' ? await planFor(db, season, ordered, now) : refuse('NOT_FOUND', { field: 'target' })
}

async function planFor(db: Reader, season: TournamentRow, { picks, isSwap }: Ordered, now: Date): Promise<Result<SeasonPlan>> {
  const { id, league_id: leagueId } = season
  const may = takesPicked({ status: season.status as TournamentStatus, joinAfterStart: season.join_after_start }, isSwap)
  if (may !== true) return may
  const classes = (await classesOf(db, id)).map((one) => ({
    id: one.class_id,
    carIds: one.car_ids,
    maxEntries: one.max_entries,
    taken: one.taken,
  }))
  const field = {
    seats: Math.max(0, season.max_entries - season.taken),
    cars: { ofSeason: season.car_ids, ofEvents: await carsOfEvents(db, id) },
    classes,
    present: await presentIn(db, id),
    isSwap,
  }
  return ok(planSeason(await candidatesOf(db, { id, leagueId }, picks, now), field))
}

/**
 * Makes those who fit drivers of the season, whose events they are in then as after a registration, and in a swap takes out those they replace:
 * nobody but the `confirmed`. The community is locked already, and whoever asks is an admin of it. Refuses as `lookAtSeason`, and VERSION_CONFLICT
 * when somebody came in meanwhile who would have to go.
 */
export async function enterInSeason(context: CommandContext, ordered: Ordered & { readonly confirmed: readonly UserId[] }): Promise<Result<Entered>> {
  const { tx, now, record } = context
  const season = await lockRow(tx, ordered.tournamentId)
  if (season?.type !== 'CHAMPIONSHIP') return refuse('NOT_FOUND', { field: 'target' })
  const planned = await planFor(tx, season, ordered, now)
  if (!planned.ok) return planned
  const plan = planned.value
  // nobody goes for nobody
  const goes = plan.comes.length + plan.stays.length > 0 ? plan.goes : []
  if (goes.some(({ userId }) => !ordered.confirmed.includes(userId))) return refuse('VERSION_CONFLICT')
  const out = goes.map(({ userId }) => userId)
  if (out.length > 0) await removeDrivers(tx, season.id, out)
  const held = await enterDrivers(tx, season.id, plan.comes, now)
  await countDrivers(tx, season.id)
  const comes = plan.comes.filter(({ userId }) => held.has(userId))
  // who erased the account meanwhile
  const gone = plan.comes.filter(({ userId }) => !held.has(userId)).map(({ userId }) => ({ userId, refusal: refuse('ACCOUNT_NOT_FOUND').refusal }))
  if (out.length > 0) record(SeasonSwapped, { ...at(season), drivers: out })
  for (const { userId, classId } of comes) record(SeasonJoined, { ...at(season), userId, classId })
  tell(context, season, tournamentsNotices.swappedOut, out)
  tell(
    context,
    season,
    tournamentsNotices.entered,
    comes.map(({ userId }) => userId),
  )
  await moveUp(context, season.id)
  await keepStandings(tx, season.id, now)
  return ok({ ...plan, name: season.name, goes, comes, misses: [...plan.misses, ...gone] })
}

type Said = (typeof tournamentsNotices)['entered' | 'swappedOut']
function tell(context: CommandContext, season: TournamentRow, notice: Said, people: readonly UserId[]): void {
  for (const userId of people)
    notify(context, notice, {
      userId,
      params: { season: season.name },
      link: tournamentPath({ id: season.id, type: 'CHAMPIONSHIP' }),
      // whoever is picked, swapped out and picked again is told each time
      effectKey: `${notice.kind}:${season.id}:${userId}:${context.now.getTime()}`,
    })
}
