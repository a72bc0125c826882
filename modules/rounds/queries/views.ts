import { sql } from 'kysely'
import type { LeagueId, RoundId, SessionId, UserId } from '#core/ids.ts'
import { allowed } from '#core/result.ts'
import { findTrack } from '#games/catalogue.ts'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { outlineUrl } from '#games/outlines/outlines.ts'
import { fileUrl } from '#modules/leagues/door.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { licenceOf } from '#modules/ranking/door.ts'
import { NEW_STANDING, type Licence } from '#modules/ranking/rules/licence.ts'
import type { ConfirmationView } from '#modules/results/contract/confirmation.ts'
import { confirmationOf, wasRaced } from '#modules/results/door.ts'
import type { SessionStatus } from '#modules/sessions/rules.ts'
import { conditionsOf } from '#modules/sessions/rules/join-conditions.ts'
import { isDone } from '#modules/tournaments/rules.ts'
import { isClosed, isHidden, opensResults, roleOf } from '#modules/visibility/door.ts'
import { UNPUBLISHED } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import type { RoundSession, RoundView } from '../contract/shapes.ts'
import { isFree, takes } from '../decide.ts'
import { mayManage, maySee } from '../policy.ts'
import { eligibleLicenses, inOrder, isForInvited, mayBeJoined, type RoundStatus } from '../rules.ts'

type EventRow = {
  readonly id: SessionId
  readonly v: number
  readonly status: SessionStatus
  readonly statusAt: string
  readonly hasResult: boolean
  readonly conditions: unknown
  readonly game: GameId
  readonly index: number
  readonly name: string
  readonly trackId: string
  readonly layoutId: string | null
  readonly startsAt: string
  readonly taken: number
  readonly maxEntries: number
  readonly confirmation: ConfirmationView | null
}

/** The rounds of communities with their events, and how the asker stands to each: one statement. Removed ones are out. */
const roundRows = (db: Reader, asker: UserId | null) =>
  db
    .selectFrom('rounds')
    .innerJoin('leagues', 'leagues.id', 'rounds.league_id')
    .selectAll('rounds')
    .select(['leagues.name as league_name', 'leagues.logo as league_logo'])
    .select([isHidden().as('hidden'), isClosed().as('closed'), roleOf(asker).as('role'), opensResults().as('opens')])
    .select([
      sql<
        EventRow[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'v', s.v, 'status', s.status, 'statusAt', s.status_at, 'hasResult', ${wasRaced('s.id')}, 'conditions', s.join_conditions, 'game', s.game,
        'index', s.round_index, 'name', s.name, 'trackId', s.track_id, 'layoutId', s.layout_id, 'startsAt', s.starts_at, 'taken', s.taken,
        'maxEntries', s.max_entries, 'confirmation', ${confirmationOf('s.id')}) order by s.round_index, s.starts_at, s.id)
        from sessions s where s.round_id = rounds.id and s.deleted_at is null), '[]')`.as('events'),
      sql<number>`(select count(*)::int from invited_drivers i where i.list_id = rounds.id)`.as('drivers'),
      sql<boolean>`exists (select from invited_drivers i where i.list_id = rounds.id and i.user_id = ${asker}::uuid)`.as('invited'),
      sql<boolean>`exists (select from invited_drivers i where i.from_list_id = rounds.id)`.as('went_on'),
      licenceOf(sql`${asker}::uuid`).as('licence'),
      sql<
        { id: RoundId; name: string; startDate: string; v: number; status: RoundStatus }[]
      >`(select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name,
        'startDate', o.start_date, 'v', o.v, 'status', o.status)) from rounds o where o.league_id = rounds.league_id and o.removed_at is null)`.as(
        'all',
      ),
    ])
    .where('rounds.removed_at', 'is', null)
export type RoundRow = Awaited<ReturnType<ReturnType<typeof roundRows>['executeTakeFirstOrThrow']>>

/** The round, when the asker may see it. */
export async function findSeen(db: Reader, id: RoundId, asker: UserId | null): Promise<RoundRow | null> {
  const row = await roundRows(db, asker).where('rounds.id', '=', id).executeTakeFirst()
  return row && allowed(maySee(row, row.status as RoundStatus)) ? row : null
}

/** A community's rounds that the asker may see, one behind the other. */
export async function seenOf(db: Reader, leagueId: LeagueId, asker: UserId | null): Promise<readonly RoundRow[]> {
  const rows = await roundRows(db, asker).where('rounds.league_id', '=', leagueId).orderBy('rounds.start_date').orderBy('rounds.id').execute()
  return rows.filter((row) => allowed(maySee(row, row.status as RoundStatus)))
}

/** `asks`: somebody who could register. */
export function viewOf(row: RoundRow, now: Date, asks: boolean): RoundView {
  const status = row.status as RoundStatus
  const manages = allowed(mayManage(row))
  const seesDrafts = atLeast(row.role, 'admin')
  const invitedOnly = isForInvited(row.all, row.id)
  const [first] = inOrder(row.all)
  const mayRegister = status === 'PUBLISHED' && (!invitedOnly || row.invited)
  const may = (order: Parameters<typeof takes>[1]): boolean => manages && allowed(takes(status, order))
  const isRemovable = (event: EventRow): boolean => isFree({ ...event, statusAt: new Date(event.statusAt) }, now)
  const events = row.events.filter((event) => seesDrafts || !UNPUBLISHED.includes(event.status))
  return {
    id: row.id,
    v: row.v,
    name: row.name,
    shortName: row.short_name,
    startDate: row.start_date.toISOString(),
    img: fileUrl(row.img),
    imgSmall: fileUrl(row.img_small),
    leagueId: row.league_id,
    leagueName: row.league_name,
    leagueLogoUrl: fileUrl(row.league_logo),
    status,
    no: row.all.filter((other) => isBefore(other, row)).length + 1,
    invitedOnly,
    behindDraft: may('publish') && invitedOnly && first?.status === 'UNPUBLISHED' ? first.name : null,
    drivers: row.drivers,
    sessions: events.map((event) => ({
      ...sessionOf(event, row.league_id, mayRegister, asks ? (row.licence ?? NEW_STANDING.licence) : null),
      mayRemove: may('edit') && isRemovable(event),
    })),
    later: manages
      ? row.all
          .filter((other) => other.id !== row.id && other.status !== 'ENDED' && isBefore({ ...row, startDate: row.start_date.toISOString() }, other))
          .map(({ id, name, v }) => ({ id, name, v }))
      : [],
    may: {
      register: asks && mayRegister && !row.closed,
      edit: may('edit'),
      publish: may('publish'),
      end: may('end') && events.every((event) => isDone(event.status)),
      remove: may('remove') && !row.went_on && row.events.every(isRemovable),
    },
  }
}

type Dated = { readonly id: RoundId } & ({ readonly startDate: string } | { readonly start_date: Date })
const startOf = (one: Dated): number => ('startDate' in one ? Date.parse(one.startDate) : one.start_date.getTime())
const isBefore = (one: Dated, other: Dated): boolean => startOf(one) < startOf(other) || (startOf(one) === startOf(other) && one.id < other.id)

/** `licence`: of who asks; null: nobody who could register. */
function sessionOf(
  { conditions, trackId, layoutId, startsAt, statusAt: _since, hasResult: _result, ...event }: EventRow,
  leagueId: LeagueId,
  mayRegister: boolean,
  licence: Licence | null,
): Omit<RoundSession, 'mayRemove'> {
  const game = gameOf(event.game)
  const track = game && findTrack(game.catalogue, trackId)
  const joinConditions = conditionsOf(conditions)
  const licences = eligibleLicenses(joinConditions)
  return {
    ...event,
    leagueId,
    joinConditions,
    eligibleToJoin: mayRegister && mayBeJoined(event.status) && (licence === null || licences.includes(licence)),
    eligibleLicenses: [...licences],
    trackName: track?.name ?? trackId,
    country: track?.country ?? null,
    outline: track ? (outlineUrl(event.game, track.id, layoutId) ?? outlineUrl(event.game, track.id, null)) : null,
    startsAt: new Date(startsAt).toISOString(),
  }
}
