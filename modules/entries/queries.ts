import { sql } from 'kysely'
import type { EntryId, SessionId, UserId } from '#core/ids.ts'
import { allowed, ok, refuse, type Result, type Verdict } from '#core/result.ts'
import { findCar } from '#games/catalogue.ts'
import { UnwritableText } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { launchOrder } from '#modules/sessions/door.ts'
import { registrationOpensAt } from '#modules/sessions/rules.ts'
import { maySeeEvent } from '#modules/visibility/rules.ts'
import type { Reader } from '#server/db/connect.ts'
import { isoOf } from '#server/db/statements/moments.ts'
import type { QueriesOf, UserActor } from '#server/room.ts'
import type { entriesContract, EntryAction, EntryStatus, EntryView, PublicEntryList } from './contract.ts'
import { hasRoom } from './decide.ts'
import { orderEntries } from './door.ts'
import {
  mayCancel,
  mayChange,
  mayChangeCar,
  mayChangeNumber,
  mayClose,
  mayDownload,
  mayPickNumber,
  mayRegister,
  mayRemove,
  maySetGrid,
  type PersonFacts,
} from './policy.ts'
import { alertOf, cancelClosesAt, registrationClosesAt } from './rules.ts'
import { freeNumber, ownNumber } from './rules/numbers.ts'
import { type Facts, factsWith, findFacts } from './store.ts'
import { withoutAccount } from './store/accounts.ts'

/** Answers about who drives an event. */
export const entriesQueries: QueriesOf<typeof entriesContract> = {
  publicEntryList: async ({ db, now, dependsOn }, { refId }) => {
    dependsOn(`session:${refId}`)
    const found = await listed(db, refId, null, now)
    if (!found) return refuse('NOT_FOUND')
    const { facts, rows } = found
    const drivers = rows.flatMap((row) => row.drivers.map(({ id }) => `user:${id}`))
    dependsOn(`league:${facts.league_id}`, ...drivers)
    return allowed(maySeeEvent(facts, facts.status)) ? ok(listOf(facts, rows, 'FREE')) : refuse('NOT_FOUND')
  },

  entryList: async ({ db, actor, now }, { refId, gridPositionId, splitNumber }) => {
    const { userId, plan } = actor as UserActor
    const found = await listed(db, refId, userId, now)
    if (!found || !allowed(maySeeEvent(found.facts, found.facts.status)) || (gridPositionId && gridPositionId !== refId)) return refuse('NOT_FOUND')
    const { facts, rows: all } = found
    const rows = splitNumber === undefined ? all : all.filter((row) => row.split_no === splitNumber)
    const everybody = listOf(facts, all, plan)
    const mine = [...everybody.entries, ...everybody.waitingList].find((entry) => userId in entry.participant.drivers) ?? null
    const isStranger = facts.role === null && facts.open_events
    const verdicts = verdictsOf(now, facts, { ...facts.person, plan })
    const { account } = facts.event
    return ok({
      ...(splitNumber === undefined ? everybody : listOf(facts, rows, plan)),
      leagueId: facts.league_id,
      cancelUntil: cancelClosesAt(facts.event).toISOString(),
      entersAs: isStranger ? (facts.direct_join ? 'member' : 'guest') : null,
      asks: { membershipPassword: isStranger && facts.has_password, tos: facts.tos },
      seatsLeft: Math.max(0, facts.max_entries - facts.taken),
      gridPositionId: refId,
      cars: carsOf(facts),
      mine,
      account: account && { ...account, alert: facts.accounts.includes(account.provider) ? null : alertOf(account.provider) },
      withoutAccount: verdicts.changeAnyCar === true ? (await unknownIn(db, facts)).map(({ id }) => id) : [],
      suggestedNumber: freeNumber(ownNumber(userId), new Set(facts.numbers)) ?? ownNumber(userId),
      may: mapped(verdicts, (verdict) => verdict === true) as Record<EntryAction, boolean>,
      whyNot: mapped(verdicts, (verdict) => (verdict === true ? undefined : verdict.refusal.code)),
    })
  },

  myEntries: async ({ db, actor }) => {
    const rows = await db
      .selectFrom('entry_drivers')
      .innerJoin('entries', 'entries.id', 'entry_drivers.entry_id')
      .innerJoin('sessions', 'sessions.id', 'entries.session_id')
      .select(['sessions.id', 'entries.status', 'entries.race_number', 'sessions.starts_at'])
      .where('entry_drivers.user_id', '=', (actor as UserActor).userId)
      .where('entry_drivers.active', '=', true)
      .where('entries.status', 'in', ['ACTIVE', 'WAITING_LIST'])
      .where('sessions.deleted_at', 'is', null)
      .where('sessions.status', 'in', ['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS'])
      .orderBy('sessions.starts_at')
      .limit(20)
      .execute()
    return ok({
      entries: rows.map((row) => ({
        sessionId: row.id,
        status: row.status as 'ACTIVE',
        raceNumber: row.race_number,
        startsAt: row.starts_at.toISOString(),
      })),
    })
  },

  downloadEntryList: async ({ db, actor, now, sealer }, { refId }) => {
    const facts = await findFacts(db, refId, (actor as UserActor).userId, now)
    if (!facts || !allowed(maySeeEvent(facts, facts.status))) return refuse('NOT_FOUND')
    const may = mayDownload(facts.event, facts.role)
    if (may !== true) return may
    const known = mayClose(facts.event, await unknownIn(db, facts))
    if (known !== true) return known
    const [order, entries] = await Promise.all([
      launchOrder(db, sealer, refId),
      orderEntries(db, { ...facts, closedEntry: facts.closed_entry }, null),
    ])
    const game = gameOf(facts.game)
    if (!order || !game?.server) return refuse('NOT_FOUND')
    return entryListFile(game.entryListFile, () => game.server!.writeFiles({ ...order, tag: refId, ports: NO_PORTS, entries }))
  },
}

type DriverJson = { readonly id: UserId; readonly name: string | null; readonly country: string | null; readonly removed: boolean }
type ListRow = {
  readonly id: EntryId
  readonly v: number
  readonly status: EntryStatus
  readonly race_number: number
  readonly car_id: string
  readonly skin: string | null
  readonly class_id: string | null
  readonly team_name: string | null
  readonly split_no: number | null
  readonly grid_position: number | null
  readonly registered_at: string
  readonly drivers: readonly DriverJson[]
}

type Line = readonly [...entry: readonly unknown[], id: UserId | null, name: string | null, country: string | null, removed: boolean]

/** Who is in and who waits, by registration: a line for each driver. Without names of columns they are written and read in half the time. */
const LINES = sql`(
  select json_agg(json_build_array(x.id, x.v, x.status, x.race_number, x.car_id, x.skin, x.class_id, x.team_name, x.split_no, x.grid_position, x.registered_at,
    u.id, u.name, u.country, u.removed_at is not null) order by x.registered_at, x.id, d.joined_at, u.id)
  from entries x left join (entry_drivers d join users u on u.id = d.user_id) on d.entry_id = x.id and d.session_id = s.id and d.active
  where x.session_id = s.id and x.status in ('ACTIVE', 'WAITING_LIST'))`

const factsWithLines = factsWith<readonly Line[] | null>(LINES)

/** An event with its list, read in one statement: counters and rows of the same moment. */
async function listed(db: Reader, id: SessionId, userId: UserId | null, now: Date) {
  const facts = await factsWithLines(db, id, userId, now)
  return facts && { facts, rows: rowsOf(facts.more ?? []) }
}

/** The drivers of a team stand in lines one after the other. */
function rowsOf(lines: readonly Line[]): readonly ListRow[] {
  const rows: (ListRow & { readonly drivers: DriverJson[] })[] = []
  for (const [id, v, status, race_number, car_id, skin, class_id, team_name, split_no, grid_position, registered_at, ...driver] of lines) {
    const [userId, name, country, removed] = driver as [UserId | null, string | null, string | null, boolean]
    const row = { id, v, status, race_number, car_id, skin, class_id, team_name, split_no, grid_position, registered_at, drivers: [] as DriverJson[] }
    if (rows.at(-1)?.id !== id) rows.push(row as unknown as (typeof rows)[number])
    if (userId) rows.at(-1)!.drivers.push({ id: userId, name, country, removed })
  }
  return rows
}

function listOf(facts: Facts, rows: readonly ListRow[], plan: string): PublicEntryList {
  const order = facts.classes.map(({ class_id }) => class_id)
  const inClass = (row: ListRow): number => (row.class_id === null ? order.length : order.indexOf(row.class_id))
  const name = namesOf(facts)
  return {
    sessionId: facts.id,
    v: facts.v,
    status: facts.status,
    startsAt: facts.starts_at.toISOString(),
    opensAt: registrationOpensAt(facts.event, plan).toISOString(),
    closesAt: registrationClosesAt(facts.event).toISOString(),
    passwordRequired: facts.entry_password_sealed !== null,
    maxEntries: facts.max_entries,
    taken: facts.taken,
    waiting: facts.waiting,
    hasGridPositions: facts.has_grid_positions,
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
      .map((row) => entryView(row, name(row.car_id), null)),
    waitingList: rows.filter((row) => row.status === 'WAITING_LIST').map((row, index) => entryView(row, name(row.car_id), index + 1)),
  }
}

const entryView = (row: ListRow, carName: string, waitingPosition: number | null): EntryView => ({
  id: row.id,
  v: row.v,
  status: row.status,
  place: waitingPosition,
  raceNumber: row.race_number,
  car: { model: row.car_id, name: carName, skin: row.skin, carClassId: row.class_id },
  ...participantOf(row),
  splitNo: row.split_no,
  gridPosition: row.grid_position,
  registeredAt: isoOf(row.registered_at),
})

function participantOf({ team_name, drivers }: ListRow): Pick<EntryView, 'driverId' | 'participant'> {
  const known = drivers.filter(({ removed }) => !removed)
  const alone = team_name === null ? known[0] : undefined
  const removed = drivers.length - known.length
  return {
    driverId: alone?.id ?? null,
    participant: {
      type: team_name === null ? 'DRIVER' : 'TEAM',
      name: team_name ?? alone?.name ?? null,
      drivers: Object.fromEntries(known.map(({ id, name, country }) => [id, { name, country }])),
      ...(removed > 0 ? { removedDrivers: removed } : {}),
    },
  }
}

const namesOf = ({ game }: Facts) => {
  const catalogue = gameOf(game)?.catalogue
  return (carId: string): string => (catalogue && findCar(catalogue, carId)?.name) ?? carId
}

const carsOf = (facts: Facts) => {
  const name = namesOf(facts)
  return facts.car_ids.map((model) => ({
    model,
    name: name(model),
    skins: [...facts.offer.skinsOf(model)],
    carClassIds: facts.classes.filter((one) => one.car_ids.includes(model)).map((one) => one.class_id),
  }))
}

/** May this person, and if not, why. */
function verdictsOf(
  now: Date,
  { event, offer, role, is_manager, taken, max_entries }: Facts,
  person: PersonFacts,
): Readonly<Record<EntryAction, Verdict>> {
  const register = mayRegister(now, event, person)
  const isIn = person.entry === 'ACTIVE' || person.entry === 'WAITING_LIST'
  const change = isIn ? mayChange(event, role, true) : refuse('NOT_REGISTERED')
  const changeCar = isIn ? mayChangeCar(event, person, true) : change
  const isFull = taken >= max_entries || !offer.classes.every(hasRoom)
  return {
    register: register === true && taken >= max_entries ? refuse('REGISTRATION_FULL') : register,
    joinWaitingList: register === true && !isFull ? refuse('WRONG_STATE') : register,
    cancel: mayCancel(now, event, person),
    changeCar: changeCar === true && offer.carIds.length < 2 ? refuse('CAR_CHANGE_NOT_ALLOWED') : changeCar,
    changeSkin: change,
    pickRaceNumber: mayPickNumber(event, person),
    changeRaceNumber: isIn ? mayChangeNumber(event, person, is_manager ?? false) : refuse('NOT_REGISTERED'),
    changeAnyCar: mayChange(event, role, false),
    removeEntries: mayRemove(event, role),
    setGridPositions: maySetGrid(event, role),
    download: mayDownload(event, role),
  }
}

/** Entries of which the event needs an account that nobody has told. */
const unknownIn = async (db: Reader, { id, event }: Facts) => (event.account?.needed ? await withoutAccount(db, id, event.account.provider) : [])

const mapped = <T>(verdicts: Readonly<Record<EntryAction, Verdict>>, to: (verdict: Verdict) => T): Partial<Record<EntryAction, T>> =>
  Object.fromEntries(Object.entries(verdicts).map(([action, verdict]) => [action, to(verdict)])) as Partial<Record<EntryAction, T>>

// the entry list holds none, but the writer writes all files of a server
const NO_PORTS = { udp: 0, tcp: 0, http: 0 }

/** The file as the game's own writer makes it; a text somebody typed that the format cannot hold is refused. */
function entryListFile(name: string | undefined, write: () => readonly { readonly path: string; readonly bytes: Uint8Array }[]): Result<Uint8Array> {
  try {
    const file = write().find(({ path }) => path.endsWith(`/${name}`))
    return file ? ok(file.bytes) : refuse('NOT_FOUND')
  } catch (fault) {
    if (!(fault instanceof UnwritableText)) throw fault
    return refuse('CONFIG_INVALID', { field: fault.field })
  }
}
