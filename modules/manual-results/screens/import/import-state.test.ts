import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryId } from '#core/ids.ts'
import type { ImportPreview } from '../../contract/import.ts'
import { bodyOf, chosenOf, doublesOf, shownParticipants } from './import-state.ts'

const entry = (id: string) => id as EntryId
const session = (no: number, take: boolean, participants: readonly number[]): ImportPreview['sessions'][number] => ({
  no,
  type: 'RACE',
  name: `RACE ${no}`,
  startedAt: null,
  trackName: null,
  take,
  why: take ? null : 'NOT_CHOSEN',
  key: null,
  replaces: false,
  waits: false,
  saved: null,
  warnings: [],
  rows: participants.map((participant, i) => ({ position: i + 1, participant, status: 'FINISHED', lapCount: 1, timeMs: 1, bestLapTime: 1 })),
})
const person = (no: number, match: ImportPreview['participants'][number]['match']): ImportPreview['participants'][number] => ({
  no,
  type: 'DRIVER',
  name: `P${no}`,
  drivers: [],
  raceNumber: no,
  carName: null,
  match,
})
const preview: ImportPreview = {
  game: 'iracing',
  target: 'DRAFTS',
  v: 0,
  races: 1,
  splits: 1,
  trackName: 'Monza',
  sessions: [session(0, true, [0, 1, 2]), session(1, false, [3])],
  participants: [
    person(0, { entryId: entry('a'), by: 'ACCOUNT' }),
    person(1, { entryId: entry('b'), by: 'NAME' }),
    person(2, null),
    person(3, { entryId: entry('a'), by: 'NUMBER' }),
  ],
  entries: [],
  notes: [],
}

test('proposals stand chosen, so that they are sent; what was chosen before stays', () => {
  const chosen = chosenOf(preview, { matches: new Map([[2, entry('c')], [1, null]]) }) // prettier-ignore
  assert.deepEqual(bodyOf({ ...chosen, sessions: [0], raceNo: 2 }), {
    sessions: [0],
    raceNo: 2,
    matches: [
      { participant: 0, entryId: 'a' },
      { participant: 1, entryId: null },
      { participant: 2, entryId: 'c' },
      { participant: 3, entryId: 'a' },
    ],
  })
  assert.deepEqual(bodyOf({ matches: new Map() }), {})
})

test('one entry is one driver of a session that is kept; guests are as many as there are', () => {
  const chosen = chosenOf(preview, { matches: new Map() })
  assert.deepEqual([...doublesOf(preview, chosen)], [])
  assert.deepEqual([...doublesOf(preview, { ...chosen, matches: new Map([...chosen.matches, [2, entry('b')]]) })], [1, 2])
  assert.deepEqual([...doublesOf(preview, { ...chosen, matches: new Map([[0, null], [1, null], [2, null]]) })], []) // prettier-ignore
})

test('who was not found stands first, then the proposals, and only who drove in what is kept', () =>
  assert.deepEqual(shownParticipants(preview).map(({ no }) => no), [2, 1, 0])) // prettier-ignore
