import { sql } from 'kysely'
import type { BopTemplateId, LeagueId, SessionId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import type { BopOfCar } from './decide.ts'
import type { Bop } from './rules.ts'

export async function replaceBop(tx: Tx, id: SessionId, bops: readonly BopOfCar[]): Promise<void> {
  await tx.deleteFrom('balance_of_performance').where('session_id', '=', id).execute()
  if (bops.length === 0) return
  await tx
    .insertInto('balance_of_performance')
    .values(bops.map((bop) => ({ session_id: id, car_id: bop.carId, ballast_kg: bop.ballastkg, restrictor: bop.restrictor })))
    .execute()
}

export async function copyBop(tx: Tx, from: SessionId, to: SessionId): Promise<void> {
  await sql`insert into balance_of_performance (session_id, car_id, ballast_kg, restrictor)
    select ${to}::uuid, car_id, ballast_kg, restrictor from balance_of_performance where session_id = ${from}`.execute(tx)
}

/** What cars carried that have left the event goes with them. */
export async function keepBopOf(tx: Tx, id: SessionId, carIds: readonly string[]): Promise<void> {
  await sql`delete from balance_of_performance where session_id = ${id} and not (car_id = any (${[...carIds]}::text[]))`.execute(tx)
}

type NewTemplate = {
  readonly id: BopTemplateId
  readonly leagueId: LeagueId
  readonly game: GameId
  readonly name: string
  readonly trackId: string | null
  readonly bops: Readonly<Record<string, Bop>>
  readonly now: Date
}

export async function insertTemplate(tx: Tx, { leagueId, trackId, bops, now, ...made }: NewTemplate): Promise<void> {
  await tx
    .insertInto('bop_templates')
    .values({ ...made, league_id: leagueId, track_id: trackId, bops: JSON.stringify(bops), updated_at: now })
    .execute()
}

/** Counted under the community's lock. */
export async function countTemplates(tx: Tx, leagueId: LeagueId, game: GameId): Promise<number> {
  const { count } = await tx
    .selectFrom('bop_templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('league_id', '=', leagueId)
    .where('game', '=', game)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const findTemplate = (db: Reader, id: BopTemplateId) => db.selectFrom('bop_templates').selectAll().where('id', '=', id).executeTakeFirst()

/** False: it is gone already. */
export async function deleteTemplate(tx: Tx, id: BopTemplateId): Promise<boolean> {
  const gone = await tx.deleteFrom('bop_templates').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows === 1n
}
