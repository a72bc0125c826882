import type { Refusal } from '#core/refusal.ts'
import { ok, refuse } from '#core/result.ts'
import type { EntryId, SessionId, TournamentId, UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { lookAtPicked } from '#modules/entries/door.ts'
import { sightOf } from '#modules/visibility/door.ts'
import { lookAtSeason, openSeasons, seasonTarget } from '#modules/tournaments/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import { overallOf } from '#modules/ranking/door.ts'
import type { pickListsContract, PickListView } from './contract.ts'
import type { PickList, Target } from './decide.ts'
import { mayReadPicks } from './policy.ts'
import { findPickList } from './store.ts'

/** Events that one may choose from. */
const TARGETS_AT_MOST = 100

export const pickListsQueries: QueriesOf<typeof pickListsContract> = {
  pickList: async (context, { leagueId, preview: wanted = false }) => {
    const { db, actor } = context
    const sight = await sightOf(db, leagueId, (actor as UserActor).userId)
    const may = sight ? mayReadPicks(sight) : refuse('NOT_FOUND')
    if (may !== true) return may
    const list = await findPickList(db, leagueId)
    const preview = wanted && list.target !== null ? await previewOf(context, list, list.target) : null
    const goes = [...(preview?.goes.flatMap(({ drivers }) => drivers) ?? []), ...(preview?.goesOut ?? [])]
    const people = await peopleIn(db, [...list.picks.map(({ userId }) => userId), ...goes])
    const named = (userId: UserId) => people.get(userId) ?? { userId, name: null, country: null, rating: null }
    return ok({
      leagueId,
      v: list.v,
      active: list.active,
      entries: list.picks.map(({ userId, carId, classId: carClassId }) => ({ ...named(userId), carId, carClassId })),
      target: list.target && (await targetOf(db, list.target)),
      targets: wanted ? await targetsOf(db, leagueId) : [],
      preview: preview && {
        ...preview,
        goes: preview.goes.map(({ entryId, drivers }) => ({ entryId, drivers: drivers.map(named) })),
        goesOut: preview.goesOut.map(named),
      },
    })
  },
}

type Preview = Omit<NonNullable<PickListView['preview']>, 'goes' | 'goesOut'> & {
  readonly goes: readonly { readonly entryId: EntryId; readonly drivers: readonly UserId[] }[]
  readonly goesOut: readonly UserId[]
}

async function previewOf({ db, actor, now }: QueryContext, { picks }: PickList, { type, id, isSwapList: isSwap }: Target): Promise<Preview> {
  if (type === 'TOURNAMENT') {
    const plan = await lookAtSeason(db, { tournamentId: id as TournamentId, picks, isSwap }, now)
    return plan.ok ? { ...told(plan.value), goes: [], goesOut: plan.value.goes.map(({ userId }) => userId) } : keptOut(plan.refusal.code)
  }
  const looked = await lookAtPicked(db, { sessionId: id as SessionId, picks, isSwap }, (actor as UserActor).userId, now)
  if (!looked.ok) return keptOut(looked.refusal.code)
  const { plan } = looked.value
  return { ...told(plan), goes: plan.goes.map(({ id: entryId, drivers }) => ({ entryId, drivers })), goesOut: [] }
}

type Planned = {
  readonly stays: readonly UserId[]
  readonly comes: readonly { readonly userId: UserId }[]
  readonly misses: readonly { readonly userId: UserId; readonly refusal: Refusal }[]
}
const keptOut = (refusal: string): Preview => ({ refusal, comes: [], stays: [], misses: [], goes: [], goesOut: [] })
const told = ({ comes, stays, misses }: Planned) => ({
  refusal: null,
  comes: comes.map(({ userId }) => userId),
  stays: [...stays],
  misses: misses.map(({ userId, refusal: { code, params } }) => ({ userId, code, params })),
})

async function targetOf(db: Reader, { type, id, isSwapList }: Target): Promise<PickListView['target']> {
  if (type === 'EVENT') return await eventTarget(db, id as SessionId, isSwapList)
  const season = await seasonTarget(db, id as TournamentId)
  return season && { type, id: id as TournamentId, startsAt: null, isSwapList, entryType: 'DRIVER', ...season }
}

async function eventTarget(db: Reader, id: SessionId, isSwapList: boolean): Promise<PickListView['target']> {
  const row = await db
    .selectFrom('sessions')
    .select(['name', 'starts_at', 'league_id', 'car_ids', 'max_entries', 'game'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const names = new Map(gameOf(row.game as GameId)?.catalogue.cars.map((car) => [car.id, car.name]))
  const cars = row.car_ids.map((model) => ({ model, name: names.get(model) ?? model, carClassId: null, carClass: null }))
  const { name, starts_at, league_id: leagueId, max_entries: maxEntries } = row
  return { type: 'EVENT', id, name, startsAt: starts_at.toISOString(), leagueId, cars, isSwapList, maxEntries, entryType: 'DRIVER' }
}

async function targetsOf(db: Reader, leagueId: PickListView['leagueId']): Promise<PickListView['targets']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'name', 'starts_at'])
    .where('league_id', '=', leagueId)
    .where('status', '=', 'WAITING')
    .where('driver_swap', '=', false)
    // into a championship's nobody is picked by itself
    .where('season_entries', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(TARGETS_AT_MOST)
    .execute()
  const events = rows.map(({ starts_at, ...row }) => ({ type: 'EVENT' as const, ...row, startsAt: starts_at.toISOString() }))
  const seasons = await openSeasons(db, leagueId)
  return [...events, ...seasons.map((season) => ({ type: 'TOURNAMENT' as const, ...season, startsAt: null }))]
}

type Person = PickListView['preview'] extends infer P ? (P extends { goes: { drivers: (infer D)[] }[] } ? D : never) : never
async function peopleIn(db: Reader, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id as userId', 'name', 'country', overallOf('users.id').as('rating')])
    .where('id', 'in', [...ids])
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.userId, row]))
}
