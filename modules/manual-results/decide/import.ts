import type { EntryId, UserId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import type { ResultRow, SegmentResults } from '#games/game.ts'
import { accountsOf, entryByAccount, entryByName, participantKey } from '#modules/result-files/rules/match.ts'
import type { FieldEntry } from '#modules/results/rules/participant.ts'

/** Somebody of a file, once for all its sessions; in `row` everybody who drove for them in any. */
export type Participant = { readonly no: number; readonly key: string; readonly row: ResultRow; readonly sessions: ReadonlySet<number> }

/** Everybody in a file, numbered as they come: the same file gives the same numbers. */
export function participantsOf(sessions: readonly SegmentResults[]): ReadonlyMap<string, Participant> {
  const found = new Map<string, { no: number; key: string; row: ResultRow; sessions: Set<number> }>()
  for (const [no, { results }] of sessions.entries())
    for (const row of results) {
      const key = participantKey(row)
      const known = found.get(key)
      if (!known) found.set(key, { no: found.size, key, row, sessions: new Set([no]) })
      else {
        known.sessions.add(no)
        const more = row.drivers.filter(
          (driver) => !known.row.drivers.some((one) => one.platformId === driver.platformId && one.name === driver.name),
        )
        if (more.length > 0) known.row = { ...known.row, drivers: [...known.row.drivers, ...more] }
      }
    }
  return found
}

export type By = 'ACCOUNT' | 'KNOWN' | 'NAME' | 'NUMBER' | 'CHOSEN'
export type Proposal = { readonly entryId: EntryId; readonly by: By }
export type ChosenMatches = readonly { readonly participant: number; readonly entryId: EntryId | null }[]

/**
 * Who everybody is (by `key`; without a proposal: nobody): what was said, else by account, else by whom an admin has named before, else by the
 * only entry of that name, else by the only one of that number. Nobody gets an entry that another one of the same session has.
 */
export function proposalsFor(
  participants: readonly Participant[],
  entries: readonly FieldEntry[],
  chosen: ChosenMatches,
  before: (row: ResultRow) => readonly UserId[] = () => [],
): ReadonlyMap<string, Proposal> {
  const found = new Map<string, Proposal>()
  const holders = new Map<EntryId, Participant[]>()
  const isFree = (one: Participant, id: EntryId): boolean => !(holders.get(id) ?? []).some((other) => meet(other, one))
  const give = (one: Participant, entry: FieldEntry | undefined, by: By): void => {
    if (!entry || !isFree(one, entry.id)) return
    found.set(one.key, { entryId: entry.id, by })
    holders.set(entry.id, [...(holders.get(entry.id) ?? []), one])
  }
  const spoken = new Map(chosen.map(({ participant, entryId }) => [participant, entryId]))
  const byAccount = accountsOf(entries)
  const numbers = Map.groupBy(participants, ({ row }) => row.raceNumber)
  const entryOf = (id: EntryId | null | undefined): FieldEntry | undefined => entries.find((entry) => entry.id === id)
  for (const one of participants) give(one, entryOf(spoken.get(one.no)), 'CHOSEN')
  const open = (): readonly Participant[] => participants.filter(({ no, key }) => !spoken.has(no) && !found.has(key))
  for (const one of open()) give(one, entryByAccount(one.row, byAccount), 'ACCOUNT')
  for (const one of open()) {
    const users = before(one.row)
    give(
      one,
      entries.find(({ drivers }) => drivers.some(({ userId }) => users.includes(userId))),
      'KNOWN',
    )
  }
  for (const one of open()) give(one, entryByName(one.row, entries), 'NAME')
  const isAlone = (number: number | null): boolean => number !== null && numbers.get(number)?.length === 1
  const numbered = (number: number | null): FieldEntry | undefined => entries.find(({ raceNumber }) => raceNumber === number)
  for (const one of open()) if (isAlone(one.row.raceNumber)) give(one, numbered(one.row.raceNumber), 'NUMBER')
  return found
}

const meet = (a: Participant, b: Participant): boolean => [...a.sessions].some((no) => b.sessions.has(no))

/** Whether what was said can be: entries of the event, participants of the file, and no two of one session in the same entry. Refuses IMPORT_MATCH_INVALID. */
export function checkChosen(participants: readonly Participant[], entries: readonly FieldEntry[], chosen: ChosenMatches): Result<true> {
  const known = new Map(participants.map((one) => [one.no, one]))
  const drive = new Set(entries.map(({ id }) => id))
  const seen = new Map<EntryId, Participant[]>()
  for (const [index, { participant, entryId }] of chosen.entries()) {
    const one = known.get(participant)
    const others = (entryId && seen.get(entryId)) || []
    if (!one || (entryId && !drive.has(entryId)) || others.some((other) => meet(other, one)))
      return refuse('IMPORT_MATCH_INVALID', { field: `matches.${index}` })
    // each is named once
    known.delete(participant)
    if (entryId) seen.set(entryId, [...others, one])
  }
  return ok(true)
}

/** What counts without anybody's word: accounts, and what was said. Names, numbers and whom an admin named before are proposals (game-formats.md §7, §9.8). */
export const counted = (proposals: ReadonlyMap<string, Proposal>): ReadonlyMap<string, EntryId> =>
  new Map([...proposals].flatMap(([key, { entryId, by }]) => (by === 'ACCOUNT' || by === 'CHOSEN' ? [[key, entryId] as const] : [])))

/** Which sessions are taken: the chosen ones, else those of the event; races that the event does not have are left. */
export type Taken = {
  readonly no: number
  readonly take: boolean
  readonly why: 'EMPTY' | 'OTHER_EVENT' | 'NO_RACE' | 'NOT_PLANNED' | 'FILLED' | 'NOT_CHOSEN' | null
}

export function takenOf(sessions: readonly SegmentResults[], ofEvent: readonly number[], chosen: readonly number[] | null): readonly Taken[] {
  return sessions.map(({ results }, no) => {
    const why = results.length === 0 ? 'EMPTY' : chosen ? (chosen.includes(no) ? null : 'NOT_CHOSEN') : ofEvent.includes(no) ? null : 'OTHER_EVENT'
    return { no, take: why === null, why }
  })
}

type Assigned = { readonly index: number } | null

type Plan = {
  readonly segmentOf: (no: number) => Assigned
  /** How many segments the event plans. */
  readonly segments: number
  /** Whether a draft is there that it would replace. */
  readonly isFilled: (index: number) => boolean
}

/**
 * What has no place in the event is not taken. Unless somebody chose it, nor is what the event did not plan, for the segments come from the
 * event, nor what would replace a draft.
 */
export const inPlan = (taken: readonly Taken[], { segmentOf, segments, isFilled }: Plan, isChosen: boolean): readonly Taken[] =>
  taken.map((one) => {
    if (!one.take) return one
    const segment = segmentOf(one.no)
    const why = segment === null ? 'NO_RACE' : isChosen ? null : segment.index >= segments ? 'NOT_PLANNED' : isFilled(segment.index) ? 'FILLED' : null
    return why === null ? one : { ...one, take: false, why }
  })
