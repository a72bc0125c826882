import { ok, refuse } from '#core/result.ts'
import type { SessionId, UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { lookAtPicked } from '#modules/entries/door.ts'
import { sightOf } from '#modules/visibility/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import { overallOf } from '#modules/ranking/door.ts'
import type { pickListsContract, PickListView } from './contract.ts'
import type { PickList } from './decide.ts'
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
    const looked = wanted && list.sessionId !== null ? await previewOf(context, list, list.sessionId) : null
    const people = await peopleIn(db, [...list.picks.map(({ userId }) => userId), ...(looked?.goes.flatMap(({ drivers }) => drivers) ?? [])])
    const named = (userId: UserId) => people.get(userId) ?? { userId, name: null, country: null, rating: null }
    return ok({
      leagueId,
      v: list.v,
      active: list.active,
      entries: list.picks.map(({ userId, carId }) => ({ ...named(userId), carId })),
      target: list.sessionId === null ? null : await targetOf(db, list.sessionId, list.isSwap),
      targets: wanted ? await targetsOf(db, leagueId) : [],
      preview: looked && { ...looked, goes: looked.goes.map(({ entryId, drivers }) => ({ entryId, drivers: drivers.map(named) })) },
    })
  },
}

async function previewOf({ db, actor, now }: QueryContext, { picks, isSwap }: PickList, sessionId: SessionId) {
  const looked = await lookAtPicked(db, { sessionId, picks, isSwap }, (actor as UserActor).userId, now)
  if (!looked.ok) return { refusal: looked.refusal.code, comes: [], stays: [], misses: [], goes: [] }
  const { comes, stays, misses, goes } = looked.value.plan
  return {
    refusal: null,
    comes: comes.map(({ userId }) => userId),
    stays: [...stays],
    misses: misses.map(({ userId, refusal: { code, params } }) => ({ userId, code, params })),
    goes: goes.map(({ id, drivers }) => ({ entryId: id, drivers })),
  }
}

async function targetOf(db: Reader, id: SessionId, isSwapList: boolean): Promise<PickListView['target']> {
  const row = await db
    .selectFrom('sessions')
    .select(['name', 'starts_at', 'league_id', 'car_ids', 'max_entries', 'game'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const names = new Map(gameOf(row.game as GameId)?.catalogue.cars.map((car) => [car.id, car.name]))
  const cars = row.car_ids.map((model) => ({ model, name: names.get(model) ?? model }))
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
    .where('deleted_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(TARGETS_AT_MOST)
    .execute()
  return rows.map(({ starts_at, ...row }) => ({ ...row, startsAt: starts_at.toISOString() }))
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
