import type { EntryId } from '#core/ids.ts'
import type { SentOf } from '#core/contract.ts'
import type { TrackFrom } from '#modules/result-files/rules.ts'
import type { ImportPreview, importContract } from '../../contract/import.ts'

/** What an admin has chosen of a file. `sessions` is unset while the server's own choice stands; a match of `null` is nobody of the event. */
export type Chosen = {
  readonly sessions?: readonly number[]
  readonly raceNo?: number
  readonly split?: number
  readonly track?: TrackFrom
  readonly matches: ReadonlyMap<number, EntryId | null>
}

/** The same as a draft keeps it. */
export type KeptChoice = Omit<Chosen, 'matches'> & { readonly matches: readonly (readonly [number, EntryId | null])[] }
export const keptChoice = (chosen: Chosen): KeptChoice => ({ ...chosen, matches: [...chosen.matches] })
export const chosenOfKept = (kept: KeptChoice | null): Chosen => ({ ...kept, matches: new Map(kept?.matches) })

/** What stands chosen once a preview is there: matches that were found by name or number are proposals, kept only because they are sent back. */
export const chosenOf = (preview: ImportPreview, before: Chosen): Chosen => ({
  ...before,
  matches: new Map(preview.participants.map(({ no, match }) => [no, before.matches.has(no) ? before.matches.get(no)! : (match?.entryId ?? null)])),
})

type Sent = Pick<SentOf<typeof importContract.ImportResultFile>, 'sessions' | 'matches' | 'raceNo' | 'split' | 'track'>

export const bodyOf = ({ sessions, raceNo, split, track, matches }: Chosen): Sent => ({
  ...(sessions ? { sessions: [...sessions] } : {}),
  ...(raceNo === undefined ? {} : { raceNo }),
  ...(split === undefined ? {} : { split }),
  ...(track === undefined ? {} : { track }),
  ...(matches.size > 0 ? { matches: [...matches].map(([participant, entryId]) => ({ participant, entryId })) } : {}),
})

/** Participants of the sessions to be kept whose entry is also somebody else's there. */
export function doublesOf(preview: ImportPreview, { matches }: Chosen): ReadonlySet<number> {
  const doubles = new Set<number>()
  for (const session of preview.sessions.filter(({ take }) => take)) {
    const byEntry = Map.groupBy(session.rows, ({ participant }) => matches.get(participant) ?? null)
    for (const [entryId, rows] of byEntry) if (entryId !== null && rows.length > 1) for (const { participant } of rows) doubles.add(participant)
  }
  return doubles
}

/** Participants of the sessions that will be kept, those to look at first: nobody found, then proposals. */
export function shownParticipants(preview: ImportPreview): ImportPreview['participants'] {
  const driven = new Set(preview.sessions.filter(({ take }) => take).flatMap(({ rows }) => rows.map(({ participant }) => participant)))
  const urgency = ({ match }: ImportPreview['participants'][number]): number =>
    match === null ? 0 : match.by === 'NAME' || match.by === 'NUMBER' ? 1 : 2
  return preview.participants.filter(({ no }) => driven.has(no)).toSorted((a, b) => urgency(a) - urgency(b))
}
