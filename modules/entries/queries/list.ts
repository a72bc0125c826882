import { sql } from 'kysely'
import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import { GAME_FACTS } from '#games/facts/facts.ts'
import { bopsOf } from '#modules/bop/door.ts'
import type { RatingView } from '#modules/ranking/contract.ts'
import { rankIn, rankInto, ratingOf } from '#modules/ranking/door.ts'
import { registrationOpensAt } from '#modules/sessions/rules.ts'
import { freeSeats, spectatorsTakeSeats } from '#modules/sessions/rules/seats.ts'
import type { Reader } from '#server/db/connect.ts'
import { isoOf } from '#server/db/statements/moments.ts'
import type { UserActor } from '#server/room.ts'
import type { EntryAction, EntryList, EntryView, PublicEntryList } from '../contract.ts'
import type { EntryStatus } from '../contract/shapes.ts'
import { inLine, serve } from '../decide/line.ts'
import { seesSpectators } from '../policy/spectators.ts'
import { alertOf, cancelClosesAt, registrationClosesAt } from '../rules.ts'
import { checkInOpensAt, offersEndAt } from '../rules/check-in.ts'
import { judge } from '../rules/join-conditions.ts'
import { freeNumber, hasOwnPlate, ownNumber } from '../rules/numbers.ts'
import { seatsForComer } from '../rules/seats.ts'
import { type Facts, factsWith } from '../store.ts'
import { fieldStrength } from '../rules/splits.ts'
import { type Bops, carsOf, namesOf } from './cars.ts'
import { splitsIn } from './splits.ts'
import { mapped, verdictsOf } from './verdicts.ts'
import { withoutAccount } from '../store/accounts.ts'
import { isLate } from '../store/check-in.ts'

/** The names of what in a list is somebody's own. */
export const OWN = [
  'entersAs',
  'asks',
  'mine',
  'ofSeason',
  'account',
  'ownRank',
  'suggestedNumber',
  'watching',
  'joinConditions',
  'may',
  'whyNot',
] as const

type DriverJson = {
  readonly id: UserId
  readonly name: string | null
  readonly country: string | null
  readonly removed: boolean
  readonly isManager: boolean
  readonly plan: string | null
  readonly rank: number | null
  readonly rankInto: number | null
  readonly rating: RatingView | null
}
type ListRow = {
  readonly id: EntryId
  readonly v: number
  readonly status: EntryStatus
  readonly race_number: number
  readonly car_id: string
  readonly skin: string | null
  readonly class_id: string | null
  readonly team_name: string | null
  /** Of a team, whether joining asks for a password of its own. */
  readonly has_password: boolean
  readonly split_no: number | null
  readonly grid_position: number | null
  readonly checked_in: boolean
  /** Stands behind everybody else who waits. */
  readonly isLate: boolean
  readonly registered_at: string
  readonly drivers: readonly DriverJson[]
}

type Line = readonly [...entry: readonly unknown[], ...driver: DriverColumns]
type DriverColumns = readonly [
  id: UserId | null,
  name: string | null,
  country: string | null,
  removed: boolean,
  isManager: boolean,
  plan: string | null,
  ...rated: RatedColumns,
]
type RatedColumns = readonly [rank: number | null, rankInto: number | null, rating: RatingView | null]

/** Who is in and who waits, by registration: a line for each driver. Without names of columns they are written and read in half the time. */
const LINES = sql`(
  select json_agg(json_build_array(x.id, x.v, x.status, x.race_number, x.car_id, x.skin, x.class_id, x.team_name, x.team_password_sealed is not null,
    x.split_no, x.grid_position, x.checked_in_at is not null, ${isLate('x')}, x.registered_at, u.id, u.name, u.country, u.removed_at is not null, d.is_manager, u.plan,
    ${rankIn('u.id', 's.game')}, ${rankInto('s.id', 'u.id')}, ${ratingOf('u.id', 's.game')}) order by x.registered_at, x.id, d.joined_at, u.id)
  from entries x left join (entry_drivers d join users u on u.id = d.user_id) on d.entry_id = x.id and d.session_id = s.id and d.active
  where x.session_id = s.id and x.status in ('ACTIVE', 'WAITING_LIST'))`

const factsWithLines = factsWith<{ readonly lines: readonly Line[] | null; readonly bops: Bops }>(
  sql`json_build_object('lines', ${LINES}, 'bops', ${bopsOf('s')})`,
)

/** An event with its list, read in one statement: counters and rows of the same moment. */
export async function listed(db: Reader, id: SessionId, userId: UserId | null, now: Date) {
  const facts = await factsWithLines(db, id, userId, now)
  return facts && { facts, rows: rowsOf(facts.more.lines ?? []) }
}

/** The drivers of a team stand in lines one after the other. */
function rowsOf(lines: readonly Line[]): readonly ListRow[] {
  const rows: (ListRow & { readonly drivers: DriverJson[] })[] = []
  for (const [
    id,
    v,
    status,
    race_number,
    car_id,
    skin,
    class_id,
    team_name,
    has_password,
    split_no,
    grid_position,
    checked_in,
    isLate,
    registered_at,
    ...driver
  ] of lines) {
    const [userId, name, country, removed, isManager, plan, rank, rankBefore, rating] = driver as unknown as DriverColumns
    const car = { car_id, skin, class_id }
    const row = {
      id,
      v,
      status,
      race_number,
      ...car,
      team_name,
      has_password,
      split_no,
      grid_position,
      checked_in,
      isLate,
      registered_at,
      drivers: [] as DriverJson[],
    }
    if (rows.at(-1)?.id !== id) rows.push(row as unknown as (typeof rows)[number])
    if (userId) rows.at(-1)!.drivers.push({ id: userId, name, country, removed, isManager, plan, rank, rankInto: rankBefore, rating })
  }
  return rows
}

export function listOf(facts: Facts, rows: readonly ListRow[], plan: string): PublicEntryList {
  const order = facts.classes.map(({ class_id }) => class_id)
  const inClass = (row: ListRow): number => (row.class_id === null ? order.length : order.indexOf(row.class_id))
  const name = namesOf(facts)
  const splits = splitsIn(facts, rows)
  return {
    sessionId: facts.id,
    v: facts.v,
    status: facts.status,
    startsAt: facts.starts_at.toISOString(),
    opensAt: registrationOpensAt(facts.event, plan).toISOString(),
    closesAt: registrationClosesAt(facts.event).toISOString(),
    cancelUntil: cancelClosesAt(facts.event).toISOString(),
    passwordRequired: facts.entry_password_sealed !== null,
    maxEntries: facts.max_entries,
    seats: facts.seats,
    seatsLeft: freeSeats({ ...facts, classes: facts.offer.classes }),
    taken: facts.taken,
    waiting: facts.waiting,
    hasGridPositions: facts.has_grid_positions,
    teamRules: facts.driver_swap ? facts.event.teamRules : null,
    splits: splits.view,
    checkIn: checkInOf(facts, rows),
    carClasses: facts.classes.map((one) => ({
      id: one.class_id,
      name: one.name,
      color: one.color,
      maxClassEntries: one.max_entries,
      currentEntries: one.taken,
    })),
    entries: rows
      .filter((row) => row.status === 'ACTIVE')
      .toSorted((a, b) => inClass(a) - inClass(b))
      .map((row) => entryView(facts, { ...row, split_no: splits.numberOf(row) }, name(row.car_id), null)),
    waitingList: inLine(rows.filter((row) => row.status === 'WAITING_LIST')).map((row, index) => entryView(facts, row, name(row.car_id), index + 1)),
  }
}

function checkInOf(facts: Facts, rows: readonly ListRow[]): PublicEntryList['checkIn'] {
  const { checkIn, startsAt } = facts.event
  const { closesAt, closedAt } = checkIn
  if (!closesAt) return null
  return {
    opensAt: checkInOpensAt(closesAt).toISOString(),
    closesAt: closesAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    offersEndAt: offersEndAt(startsAt).toISOString(),
    offered: closedAt ? offeredIn(facts, rows) : 0,
  }
}

/** Seats that are kept for those who waited and have not checked in: the line as it is served (`waitingLine`). */
function offeredIn({ seats, taken, classes }: Facts, rows: readonly ListRow[]): number {
  const waiting = rows.filter(({ status }) => status === 'WAITING_LIST')
  const line = waiting.map(({ id, class_id, checked_in, isLate }) => ({ id, classId: class_id, isReady: checked_in, isLate }))
  const room = classes.flatMap((one) => (one.max_entries === null ? [] : [[one.class_id, one.max_entries - one.taken] as const]))
  return serve(inLine(line), { seats: seats - taken, classes: new Map(room) }, 'offered').offered.length
}

/** The list as all see it of whom a plan is known. */
export const forAll = (facts: Facts & { readonly more: { readonly bops: Bops } }, rows: readonly ListRow[], plan: string) => ({
  ...listOf(facts, rows, plan),
  leagueId: facts.league_id,
  gridPositionId: facts.id,
  cars: carsOf(facts, facts.more.bops),
})

/** What of the list is somebody's own. */
export function forOne(
  facts: Facts,
  list: Pick<PublicEntryList, 'startsAt' | 'entries' | 'waitingList' | 'seatsLeft' | 'checkIn'>,
  { userId, plan }: UserActor,
  now: Date,
): Pick<EntryList, (typeof OWN)[number]> {
  const isStranger = facts.role === null && facts.open_events
  const verdicts = verdictsOf(now, facts, { ...facts.person, plan }, seatsForComer(list, now.getTime()))
  const { account } = facts.event
  const mine = [...list.entries, ...list.waitingList].find((entry) => userId in entry.participant.drivers)
  return {
    entersAs: isStranger ? (facts.direct_join ? 'member' : 'guest') : null,
    asks: {
      // a guest who was let in is asked for nothing more, whatever is asked of others by now
      membership: mine || facts.role !== null || facts.open_events ? null : facts.applied ? 'PENDING' : 'MISSING',
      membershipPassword: isStranger && facts.has_password,
      tos: facts.tos,
      tosVersion: facts.tos_version,
    },
    mine: mine ? { ...mine, isManager: facts.is_manager ?? false } : null,
    ofSeason: facts.of_season,
    account: account && { ...account, alert: facts.accounts.includes(account.provider) ? null : alertOf(account.provider) },
    ownRank: fieldStrength([facts.own_rank]),
    suggestedNumber: freeNumber(ownNumber(userId), new Set(facts.numbers)) ?? ownNumber(userId),
    watching: {
      count: facts.spectators,
      isMine: facts.spectates,
      isShown: seesSpectators(facts.event, facts.person, facts.spectators),
      takesSeats: spectatorsTakeSeats(GAME_FACTS[facts.game]),
    },
    joinConditions: judge(facts.event.joinConditions, facts.person.record, now).map((one) => ({ ...one, metAt: one.metAt?.toISOString() ?? null })),
    may: mapped(verdicts, (verdict) => verdict === true) as Record<EntryAction, boolean>,
    whyNot: mapped(verdicts, (verdict) => (verdict === true ? undefined : verdict.refusal.code)),
  }
}

const entryView = (facts: Facts, row: ListRow, carName: string, waitingPosition: number | null): EntryView => ({
  id: row.id,
  v: row.v,
  status: row.status,
  place: waitingPosition,
  raceNumber: row.race_number,
  car: { model: row.car_id, name: carName, skin: row.skin, carClassId: row.class_id },
  ...participantOf(facts, row),
  splitNo: row.split_no,
  gridPosition: row.grid_position,
  checkedIn: row.checked_in,
  ...(row.isLate && waitingPosition !== null ? { isLate: true } : {}),
  registeredAt: isoOf(row.registered_at),
})

function participantOf(facts: Facts, { team_name, has_password, drivers }: ListRow): Pick<EntryView, 'driverId' | 'participant'> {
  const known = drivers.filter(({ removed }) => !removed)
  const alone = team_name === null ? known[0] : undefined
  const removed = drivers.length - known.length
  return {
    driverId: alone?.id ?? null,
    participant: {
      type: team_name === null ? 'DRIVER' : 'TEAM',
      name: team_name ?? alone?.name ?? null,
      drivers: Object.fromEntries(known.map(({ id, name, country, rating }) => [id, { name, country, rating }])),
      ...ranksOf(known),
      license: alone?.rating?.license ?? null,
      ...(removed > 0 ? { removedDrivers: removed } : {}),
      ...(alone && hasOwnPlate(alone.plan) ? { badge: 'SPORT' as const } : {}),
      ...(team_name === null
        ? {}
        : {
            managerId: known.find(({ isManager }) => isManager)?.id ?? null,
            passwordRequired: has_password || facts.entry_password_sealed !== null,
            hasOwnPassword: has_password,
          }),
    },
  }
}

/** Of a team the mean of its drivers, as splits are made; null where nobody of them was ever rated. */
function ranksOf(drivers: readonly DriverJson[]): Pick<EntryView['participant'], 'rank' | 'currentRank'> {
  const currentRank = fieldStrength(drivers.map(({ rank }) => rank))
  return { rank: fieldStrength(drivers.map(({ rank, rankInto: before }) => before ?? rank)), currentRank }
}

/** Entries of which the event needs an account that nobody has told. */
export const unknownIn = async (db: Reader, { id, event }: Facts) =>
  event.account?.needed ? await withoutAccount(db, id, event.account.provider) : []
