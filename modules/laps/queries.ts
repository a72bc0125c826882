import type { ParamsOf } from '#core/contract.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { VISITOR } from '#modules/visibility/rules.ts'
import type { QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import { PAGE } from '#core/page.ts'
import type { BestLap, BestLapsAsked, BestLapsView, lapsContract } from './contract.ts'
import { maySeeAll } from './policy.ts'
import { driversOf, findPlaces, keepResults } from './queries/beside.ts'
import { findBest } from './queries/best.ts'
import { findOwn, type Place, type Wanted } from './queries/list.ts'
import { lapViews, placeViews } from './queries/view.ts'
import { dateRange, freeTier, isNarrow, layoutsOf } from './rules.ts'

const asker = ({ actor }: QueryContext): UserActor => actor as UserActor
const FIRST_PAGE = { limit: PAGE.MEDIUM, offset: 0 }

export const lapsQueries: QueriesOf<typeof lapsContract> = {
  bestLaps: async (context, asked) => {
    // whoever is not told of them is told of no second page
    const found = await listFor(context, { ...asked, limit: Math.min(asked.limit, PAGE.MEDIUM) }, asked.offset === 0)
    if (!found.ok) return found
    const { rows, myLaps } = found.value
    return ok({ ...mutable(freeTier(rows, isNarrow(asked))), myLaps: [...myLaps] })
  },

  bestLapsExtended: async (context, asked) => {
    const may = maySeeAll(asker(context).plan)
    if (may !== true) return may
    const found = await listFor(context, asked, true)
    return found.ok ? ok({ laps: [...found.value.rows], hidden: 0, myLaps: [...found.value.myLaps] }) : found
  },

  publicBestLaps: async ({ db, dependsOn }, asked) => {
    const { communityIds } = asked
    dependsOn('sessions', 'leagues', ...communityIds.map((id) => `league:${id}`))
    const rows = lapViews(await findBest(db, VISITOR, wantedBy(asked), FIRST_PAGE), null)
    const { laps, hidden } = freeTier(rows, isNarrow(asked))
    dependsOn(...topicsOf(laps))
    return ok({ laps: [...laps], hidden, loginRequired: communityIds.length > 0 && (await keepResults(db, communityIds)) })
  },

  lapPlaces: async ({ db, dependsOn }, asked) => {
    dependsOn('sessions', 'leagues')
    const places = placeViews(await findPlaces(db, VISITOR, asked), null)
    dependsOn(...topicsOf(places.map(({ record }) => record)))
    return ok({ places: [...places] })
  },
  memberLapPlaces: async (context, asked) => {
    const places = placeViews(await findPlaces(context.db, asker(context).userId, asked), asker(context).userId)
    return ok({ places: [...places] })
  },
}

type Listed = { readonly rows: readonly BestLap[]; readonly myLaps: readonly BestLap[] }

/** A page of the list that somebody asks for, and their own bests beside it; refuses NOT_FOUND for drivers of an event that is not theirs to see. */
async function listFor(context: QueryContext, asked: BestLapsAsked, withRows: boolean): Promise<Result<Listed>> {
  const { db } = context
  const { userId } = asker(context)
  const inEvent = asked.eventDriversOf ? await driversOf(db, userId, asked.eventDriversOf) : undefined
  if (inEvent === null) return refuse('NOT_FOUND')
  const { drivers, ...all } = wantedBy(asked)
  const wanted = { ...all, drivers: inEvent && drivers ? inEvent.filter((id) => drivers.includes(id)) : (inEvent ?? drivers) }
  const [rows, myLaps] = await Promise.all([
    withRows ? findBest(db, userId, wanted, asked) : [],
    asked.includeMyLap ? findOwn(db, userId, wanted) : [],
  ])
  return ok({
    rows: lapViews(rows, userId, asked.offset),
    myLaps: lapViews(myLaps, userId).map((lap) => ({ ...lap, position: null })),
  })
}

const wantedBy = (asked: ParamsOf<typeof lapsContract.publicBestLaps>): Wanted => ({
  game: asked.gameId,
  places: placesOf(asked.gameId, asked.trackIds, asked.layoutId),
  segment: asked.segmentType ?? null,
  carIds: asked.carModelIds,
  leagueIds: asked.communityIds,
  drivers: asked.driverIds.length > 0 ? asked.driverIds : null,
  ...dateRange(asked.dateFrom, asked.dateTo),
  tournamentId: asked.tournamentId ?? null,
})

/** Tracks with the layouts that are wanted; of no track every place the game has. */
function placesOf(game: GameId, trackIds: readonly string[], layoutId?: string): readonly Place[] {
  const catalogue = gameOf(game)?.catalogue
  const wanted = trackIds.length > 0 ? [...new Set(trackIds)] : (catalogue?.tracks ?? []).map(({ id }) => id)
  return wanted.flatMap((trackId) => layoutsOf(catalogue, trackId, layoutId).map((layout) => ({ trackId, layoutId: layout })))
}

const topicsOf = (laps: readonly BestLap[]): readonly string[] => laps.flatMap((lap) => [`user:${lap.driverId}`, `league:${lap.leagueId}`])

const mutable = ({ laps, hidden }: { readonly laps: readonly BestLap[]; readonly hidden: number }): Pick<BestLapsView, 'laps' | 'hidden'> => ({
  laps: [...laps],
  hidden,
})
