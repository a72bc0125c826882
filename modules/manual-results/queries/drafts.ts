import type { SessionId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { peopleOf, type Person } from '#modules/accounts/door.ts'
import { activeEntries, type ActiveEntry } from '#modules/entries/door.ts'
import type { RatingView } from '#modules/ranking/contract.ts'
import { toldRatings } from '#modules/ranking/door.ts'
import { reopenedOf, withdrawalsOf, type Withdrawal } from '#modules/result-files/door.ts'
import { seenEvent } from '#modules/results/door.ts'
import { carNameOf } from '#modules/results/rules/car-name.ts'
import { sessionFacts, type SessionFacts } from '#modules/sessions/door.ts'
import type { Reader } from '#server/db/connect.ts'
import type { ManualRaceView, ManualResultView, ManualRowView, WithdrawalView } from '../contract.ts'
import { blankRows, missingEntry, presentRows, type DraftRow, type Guest } from '../decide/drafts.ts'
import { mayImportNow, mayEnterNow, mayReopen } from '../policy.ts'
import { racesOf, versionOfAll } from '../rules.ts'
import { findDrafts, findDraftVersions, type Draft } from '../store.ts'
import { isByPeople } from './reopened.ts'

/** Results of a manual session as somebody may see them: drafts are left out for all but admins. */
export async function manualResult(db: Reader, eventId: SessionId, userId: UserId, now: Date): Promise<Result<ManualResultView>> {
  const seen = await seenEvent(db, eventId, userId)
  if (!seen.ok) return seen
  const facts = await sessionFacts(db, eventId)
  if (!facts) return refuse('NOT_FOUND')
  const opened = await reopenedOf(db, eventId)
  const event = { ...facts, isReopened: opened !== null }
  const isAdmin = seen.value.mayManage
  const importFile = isAdmin && mayImportNow(event, now) === true
  const isPublished = event.manual && event.status === 'ENDED' && !event.isReopened
  const reopened = opened && { time: opened.at.toISOString(), reason: opened.reason }
  const reopen = isAdmin && mayReopen(event, await isByPeople(db, event)) === true
  const withdrawals = isAdmin ? (await withdrawalsOf(db, eventId)).map(withdrawalView) : []
  const versions = await findDraftVersions(db, eventId)
  const state = { v: versionOfAll(versions), isPublished, reopened, withdrawals }
  const publish = isAdmin && event.isReopened
  if (!event.manual || (!isAdmin && !isPublished))
    return ok({ ...state, raceResults: [], otherSegments: [], may: { edit: false, publish, reopen, importFile } })
  const drafts = await findDrafts(db, eventId)
  const entries = await activeEntries(db, eventId)
  const races = racesOf(event.segments)
  const shown = races.map((index, i) => ({ raceNo: i + 1, draft: drafts.find(({ segmentIndex }) => segmentIndex === index) ?? null }))
  const people = await peopleIn(db, drafts, entries, event)
  const raceResults = shown.map(({ raceNo, draft }) => ({
    ...raceView(raceNo, draft, entries, people, event),
    v: versions.get(races[raceNo - 1]!) ?? 0,
  }))
  const edit = isAdmin && mayEnterNow(event, now) === true
  return ok({
    ...state,
    raceResults,
    otherSegments: isAdmin
      ? drafts.flatMap(({ type, no, rows }) => (type === 'RACE' ? [] : [{ type: type as 'PRACTICE' | 'QUALIFY' | 'WARMUP', no, rows: rows.length }]))
      : [],
    may: { edit, publish: edit && raceResults.every(({ saved }) => saved), reopen, importFile },
  })
}

/** Each draft as its admins see it. */
export async function draftViews(
  db: Reader,
  event: SessionFacts,
  drafts: readonly Draft[],
): Promise<readonly Pick<ManualRaceView, 'entryResults'>[]> {
  const entries = await activeEntries(db, event.id)
  const people = await peopleIn(db, drafts, entries, event)
  return drafts.map((draft) => raceView(draft.no, draft, entries, people, event))
}

type People = { readonly guests: ReadonlyMap<UserId, Person>; readonly ratings: ReadonlyMap<UserId, RatingView> }

async function peopleIn(db: Reader, drafts: readonly Draft[], entries: readonly ActiveEntry[], { game }: SessionFacts): Promise<People> {
  const guests = [
    ...new Set(drafts.flatMap(({ rows }) => rows.flatMap(({ guest }) => guest?.drivers.flatMap((driver) => driver.userId ?? []) ?? []))),
  ]
  const entered = entries.flatMap(({ drivers }) => drivers.map(({ userId }) => userId))
  return { guests: await peopleOf(db, guests), ratings: await toldRatings(db, [...guests, ...entered], game) }
}

const withdrawalView = ({ at, ...one }: Withdrawal): WithdrawalView => ({ ...one, time: at.toISOString() })

function raceView(raceNo: number, draft: Draft | null, entries: readonly ActiveEntry[], people: People, event: SessionFacts) {
  // FieldEntry wants drivers by account; here only their number matters
  const asField = entries.map((entry) => ({ ...entry, drivers: [] }))
  const rows = draft ? presentRows(draft.rows, asField) : blankRows(asField)
  return {
    raceNo,
    saved: draft !== null && missingEntry(rows, asField) === null,
    savedAt: draft?.savedAt.toISOString() ?? null,
    importedFrom: draft?.fileName ?? null,
    importedFileId: draft?.fileId ?? null,
    entryResults: rows.flatMap((row) => rowView(row, entries, people, event) ?? []),
  }
}

function rowView(row: DraftRow, entries: readonly ActiveEntry[], people: People, event: SessionFacts): ManualRowView | null {
  const entry = entries.find(({ id }) => id === row.id)
  const who = row.guest ? ofGuest(row.guest, people, event) : entry ? ofEntry(entry, event) : null
  if (!who) return null
  const { position, isDNF, isSkip, timeMs, told } = row
  const of = { startPosition: told?.startPosition ?? null, lapCount: told?.lapCount ?? null, bestLapTime: told?.bestLapMs ?? null }
  const rating = who.driverId ? (people.ratings.get(who.driverId) ?? null) : null
  return { entryId: row.id, isGuest: row.guest !== null, ...who, rating, position, isDNF, isSkip, timeMs, ...of }
}

type Who = Pick<ManualRowView, 'driverId' | 'participant' | 'drivers' | 'country' | 'raceNumber' | 'car'>

function ofEntry(entry: ActiveEntry, { game }: SessionFacts): Who {
  const drivers = entry.drivers.map(({ userId, name, country }) => ({ userId, name, country }))
  const [first] = drivers
  const isTeam = entry.teamName !== null
  return {
    driverId: isTeam ? null : (first?.userId ?? null),
    participant: isTeam ? { type: 'TEAM', name: entry.teamName } : { type: 'DRIVER', name: first?.name ?? null },
    drivers,
    country: first?.country ?? null,
    raceNumber: entry.raceNumber,
    car: { model: entry.carId, name: carNameOf(game, entry.carId, null) ?? entry.carId, skin: entry.skin, carClassId: entry.classId },
  }
}

function ofGuest(guest: Guest, { guests }: People, { game }: SessionFacts): Who {
  const drivers = guest.drivers.map(({ userId, name }) => {
    const own = userId ? guests.get(userId) : undefined
    return { userId, name: userId ? (own?.name ?? null) : name || null, country: own?.country ?? null }
  })
  const name = guest.userId ? (guests.get(guest.userId)?.name ?? null) : guest.name || null
  const carName = carNameOf(game, guest.carId, guest.carName)
  return {
    driverId: guest.userId,
    participant: { type: guest.type, name },
    drivers,
    country: drivers.find(({ country }) => country)?.country ?? null,
    raceNumber: guest.raceNumber,
    car: carName === null ? null : { model: guest.carId ?? carName, name: carName, skin: null, carClassId: null },
  }
}
