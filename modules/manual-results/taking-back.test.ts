import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, type Event } from '#modules/results/results.fixture.ts'
import type { Person } from '#testing/people.ts'
import { manualResultsContract } from './contract.ts'
import { confirmed, handing, HEATS, iRacingFile, ROWS, sent, type Handing } from './import.fixture.ts'

/** The wrong file, the wrong server, the wrong race: what people hand in they can take back, and put right after publishing. */
describe('results that are taken back', () => {
  let room: Handing
  before(async () => {
    room = await handing(['weekly-limit'])
  })
  after(() => room.server.stop())

  const db = () => room.server.running.machine.db
  const discard = (id: string, by = room.owner) => by.as.send(manualResultsContract.DiscardResultFile, { id }, {})
  const reopen = ({ id }: Event, reason = 'A car was missing.', by = room.owner) =>
    by.as.send(manualResultsContract.ReopenResults, { id }, { reason })
  const files = async ({ id }: Event) => (await room.owner.as.ask(resultFilesContract.resultFiles, { id })).body.files
  const statusOf = async ({ id }: Event) => (await db().selectFrom('sessions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  const told = async ({ id }: Event, who: Person) =>
    (
      await db().selectFrom('notifications').select('kind').where('user_id', '=', who.id).where('link', '=', `/events/${id}`).orderBy('at').execute()
    ).map(({ kind }) => kind)
  const only = (race: readonly (typeof ROWS)[number][]) => iRacingFile([{ number: 0, type: 6, name: 'RACE', rows: race }])
  const names = async (made: Event, key = 'race-1', splitNo = 1) =>
    (await room.table(made)).find((one) => one.key === key && one.splitNo === splitNo)?.results.map((row) => row.participant.name)
  /** A race of ACC as the file of a rented server tells it: the names in order. */
  const race = (...drivers: readonly string[]) =>
    accFile(
      'R',
      0,
      drivers.map((name, i) => accLine(i + 1, `7656119000000000${i}`, name, 4, 4 * LAP + i, 98_000 + i)),
    )

  test('of a manual session: the wrong file is taken back with its drafts, the right one fills them', async () => {
    const { owner, ann, take, drafts, night, publish } = room
    const { made } = await night()
    const file = sent(iRacingFile(HEATS), { name: 'wrong.json' })
    assert.equal((await take(made, { ...file, sessions: [0, 1, 2] })).status, 200)
    const [first, second] = (await drafts(made)).raceResults
    assert.deepEqual([first?.importedFrom, first?.importedFileId, first?.v], ['wrong.json', second?.importedFileId, 1])
    const id = first!.importedFileId!
    assert.equal((await discard(id, ann)).body.code, 'NOT_FOUND')
    assert.equal((await discard(id)).status, 200)
    const gone = await drafts(made)
    assert.deepEqual(
      gone.raceResults.map(({ saved, v, importedFrom, entryResults }) => [saved, v, importedFrom, entryResults.length]),
      [
        [false, 2, null, 3],
        [false, 2, null, 3],
      ],
    )
    assert.deepEqual(gone.otherSegments, [])
    assert.equal((await discard(id)).body.code, 'WRONG_STATE')
    // whoever still has the wrong file on screen does not save over what they have not seen
    const rows = first!.entryResults.map(({ entryId, position, isDNF, isSkip, timeMs }) => ({ entryId, position, isDNF, isSkip, timeMs }))
    const late = await owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, v: 1, entryResults: rows as never })
    assert.equal(late.body.code, 'VERSION_CONFLICT')
    // the same bytes may come again
    assert.equal((await take(made, file)).status, 200)
    assert.equal((await publish(made)).status, 200)
    assert.deepEqual(
      (await files(made)).map(({ name, status, mayDiscard }) => [name, status, mayDiscard]),
      [
        ['wrong.json', 'DISCARDED', false],
        ['wrong.json', 'READ', false],
      ],
    )
    assert.equal((await discard((await files(made))[1]!.id)).body.code, 'MANUAL_RESULT_PUBLISHED')
    assert.equal((await owner.as.send(resultFilesContract.RetryReading, { id }, {})).body.code, 'WRONG_STATE')
  })

  test('a saved draft is taken back, and its version counts on', async () => {
    const { owner, drafts, night } = room
    const { made, ids } = await night(['RACE'])
    const entryResults = ids.map((entryId, i) => ({ entryId: entryId as never, position: i + 1 }))
    const save = (v: number) => owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, v, entryResults })
    const back = (v?: number) => owner.as.send(manualResultsContract.DiscardDraft, { id: made.id }, { raceNo: 1, ...(v === undefined ? {} : { v }) })
    assert.equal((await back()).body.code, 'MANUAL_RESULT_INCOMPLETE')
    assert.deepEqual((await save(0)).body, { raceNo: 1, v: 1 })
    assert.equal((await back(0)).body.code, 'VERSION_CONFLICT')
    assert.deepEqual((await back(1)).body, { raceNo: 1, v: 2 })
    assert.deepEqual(
      (await drafts(made)).raceResults.map(({ saved, savedAt, v }) => [saved, savedAt, v]),
      [[false, null, 2]],
    )
    assert.equal((await save(1)).body.code, 'VERSION_CONFLICT')
    assert.deepEqual((await save(2)).body, { raceNo: 1, v: 3 })
  })

  test('published, it is opened again with a reason; what was published stands until it is published anew, and who was told is told again', async () => {
    const { owner, ann, ben, server, take, drafts, table, night, publish, preview } = room
    const { made } = await night(['RACE'])
    const file = sent(only(ROWS), { name: 'first.json' })
    await take(made, { ...file, matches: confirmed((await preview(made, file)).body) })
    assert.equal((await reopen(made)).body.code, 'WRONG_STATE')
    assert.equal((await publish(made)).status, 200)
    for (const who of [ann, ben]) await until(async () => (await told(made, who)).includes('results-in'))
    assert.equal((await reopen(made, '')).body.code, 'REASON_LENGTH')
    assert.equal((await reopen(made, 'Why not.', ann)).body.code, 'ADMIN_REQUIRED')
    const before = await table(made)
    assert.equal((await drafts(made)).may.reopen, true)
    assert.deepEqual((await reopen(made)).body, { status: 'IN_PROGRESS' })
    assert.deepEqual(await table(made), before)
    const open = await drafts(made)
    assert.deepEqual([open.may.edit, open.reopened?.reason, await statusOf(made)], [true, 'A car was missing.', 'IN_PROGRESS'])
    const event = await db()
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'SessionReopened')
      .where('aggregate_id', '=', made.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([event.actor_id, (event.data as { reason: string }).reason], [owner.id, 'A car was missing.'])
    // the wrong file is taken back, the right one handed in; nobody sees it yet
    assert.equal((await discard(open.raceResults[0]!.importedFileId!)).status, 200)
    const right = sent(only(ROWS.toReversed()), { name: 'right.json' })
    await take(made, { ...right, matches: confirmed((await preview(made, right)).body) })
    assert.deepEqual(await table(made), before)
    assert.equal((await publish(made)).status, 200)
    assert.deepEqual((await names(made))?.[0], 'Cem Calm')
    for (const who of [ann, ben]) await until(async () => (await told(made, who)).includes('results-changed'))
    assert.deepEqual(await told(made, ann), ['results-in', 'results-changed'])
    assert.equal((await drafts(made)).reopened, null)
    assert.equal((await server.visitor.fetch(`/results/${made.id}/export.csv?segment=race-1`)).status, 200)
  })

  test('of an event elsewhere: the file before it stands again, once the wrong one is gone', async () => {
    const { server, owner, leagueId, take } = room
    const made = await runningEvent(server, owner, leagueId, { hosting: 'ELSEWHERE', segments: ['RACE', 'RACE'] })
    await take(made, sent(race('Right One'), { name: 'right.json' }))
    await allRead(server)
    await take(made, sent(race('Wrong One'), { name: 'wrong.json', raceNo: 1 }))
    await allRead(server)
    assert.deepEqual(await names(made), ['Wrong One'])
    const [, wrong] = await files(made)
    assert.deepEqual([wrong?.mayDiscard, (await discard(wrong!.id)).status], [true, 200])
    await allRead(server)
    assert.deepEqual([await names(made), await statusOf(made)], [['Right One'], 'IN_PROGRESS'])
    // a file of a server of ours is nobody's to take back
    const own = await runningEvent(server, owner, leagueId, { segments: ['QUALIFY', 'RACE'] })
    await db()
      .insertInto('result_files')
      .values({
        id: '019a0000-0000-7000-8000-00000000f11e' as never,
        session_id: own.id,
        split_no: 1,
        server_id: own.servers[0]!.id,
        name: 'R.json',
        sha256: 'x',
        status: 'READ',
        received_at: new Date(),
      })
      .execute()
    assert.equal((await discard('019a0000-0000-7000-8000-00000000f11e')).body.code, 'WRONG_STATE')
  })

  test('of an event elsewhere that has ended: opened again, the wrong file taken back, the right one ends it and tells everybody again', async () => {
    const { server, owner, ann, leagueId, take } = room
    const made = await runningEvent(server, owner, leagueId, { hosting: 'ELSEWHERE', segments: ['RACE'] })
    await enter(server, made, [{ userId: ann.id, raceNumber: 1, carId: '34' }])
    await take(made, sent(race('Wrong One'), { name: 'wrong.json' }))
    await allRead(server)
    assert.equal(await statusOf(made), 'ENDED')
    await until(async () => (await told(made, ann)).includes('results-in'))
    const [wrong] = await files(made)
    assert.deepEqual([wrong?.mayDiscard, (await discard(wrong!.id)).body.code], [false, 'WRONG_STATE'])
    assert.equal((await reopen(made)).status, 200)
    assert.deepEqual(await names(made), ['Ann Ace'])
    assert.equal((await discard(wrong!.id)).status, 200)
    assert.equal((await room.publish(made)).body.code, 'MANUAL_RESULT_INCOMPLETE')
    await take(made, sent(race('Somebody', 'Right One'), { name: 'right.json' }))
    await allRead(server)
    assert.deepEqual([await names(made), await statusOf(made)], [['Ann Ace', 'Right One'], 'ENDED'])
    await until(async () => (await told(made, ann)).includes('results-changed'))
    // opened for nothing, it is published as it was
    assert.equal((await reopen(made, 'Looking again.')).status, 200)
    assert.equal((await room.publish(made)).status, 200)
    assert.equal(await statusOf(made), 'ENDED')
    // where a server of ours writes, a later file is taken instead
    const own = await runningEvent(server, owner, leagueId, { segments: ['RACE'], status: 'ENDED' })
    assert.equal((await reopen(own)).body.code, 'WRONG_STATE')
  })

  test('into any split: its own entries are matched, its own tab is filled, and the event ends with the last', async () => {
    const { server, owner, ann, ben, leagueId, take, preview } = room
    const made = await runningEvent(server, owner, leagueId, { hosting: 'ELSEWHERE', segments: ['RACE'], splits: 2 })
    const [first, second] = await enter(server, made, [
      { userId: ann.id, raceNumber: 1, carId: '34', splitNo: 1 },
      { userId: ben.id, raceNumber: 1, carId: '34', splitNo: 2 },
    ])
    const file = sent(race('Whoever'), { name: 'race.json' })
    for (const [split, entryId] of [
      [1, first],
      [2, second],
    ] as const) {
      const seen = (await preview(made, { ...file, split })).body
      assert.deepEqual([seen.splits, seen.entries.map((one) => one.entryId)], [2, [entryId]])
    }
    for (const split of [3, 100]) {
      assert.equal((await preview(made, { ...file, split })).body.code, 'SPLIT_UNKNOWN')
      assert.equal((await take(made, { ...file, split })).body.code, 'SPLIT_UNKNOWN')
    }
    assert.equal((await take(made, { ...file, split: 2 })).status, 200)
    await allRead(server)
    assert.deepEqual([await names(made, 'race-1', 1), await names(made, 'race-1', 2), await statusOf(made)], [undefined, ['Ben Bold'], 'IN_PROGRESS'])
    // the same bytes are another file on the other server
    assert.equal((await take(made, file)).status, 200)
    await allRead(server)
    assert.deepEqual([await names(made, 'race-1', 1), await names(made, 'race-1', 2), await statusOf(made)], [['Ann Ace'], ['Ben Bold'], 'ENDED'])
    const { made: manual } = await room.night(['RACE'])
    assert.equal((await take(manual, { ...sent(only(ROWS)), split: 2 })).body.code, 'SPLIT_UNKNOWN')
  })

  test('track and segments are the event’s, unless somebody says otherwise', async () => {
    const { server, owner, leagueId, take, preview, table, drafts, night, publish } = room
    const event = () => runningEvent(server, owner, leagueId, { hosting: 'ELSEWHERE', segments: ['RACE', 'RACE'], trackId: 'spa' })
    const made = await event()
    const file = sent(race('A', 'B'), { name: 'race.json' })
    const seen = (await preview(made, file)).body
    assert.deepEqual([seen.trackName, seen.sessions[0]?.trackName, seen.races, seen.notes[0]], [seen.trackName, 'Monza Circuit', 2, 'TRACK_DIFFERS'])
    assert.match(seen.trackName, /Spa/)
    // the second race first
    await take(made, { ...file, raceNo: 2 })
    await allRead(server)
    assert.deepEqual(
      (await table(made)).map(({ key, trackName }) => [key, trackName]),
      [['race-2', seen.trackName]],
    )
    const qualifying = sent(accFile('Q', 1, [accLine(1, '76561190000000001', 'A', 4, 4 * LAP, 98_000)]), { name: 'Q.json' })
    assert.deepEqual(
      (await preview(made, qualifying)).body.sessions.map(({ take: taken, why }) => [taken, why]),
      [[false, 'NOT_PLANNED']],
    )
    assert.equal((await take(made, qualifying)).body.code, 'IMPORT_NO_DATA')
    assert.equal((await take(made, { ...qualifying, sessions: [0], track: 'FILE' })).status, 200)
    await allRead(server)
    assert.deepEqual(
      (await table(made)).map(({ key, trackName }) => [key, trackName]),
      [
        ['race-2', seen.trackName],
        ['qualify-1', 'Monza Circuit'],
      ],
    )
    // what is typed has the event's track as well
    const { made: manual, ids } = await night(['RACE'])
    const entryResults = ids.map((entryId, i) => ({ entryId: entryId as never, position: i + 1 }))
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: manual.id }, { raceNo: 1, entryResults })
    assert.equal((await publish(manual)).status, 200)
    assert.equal((await drafts(manual)).isPublished, true)
    assert.ok((await table(manual))[0]!.trackName)
  })

  /** Waits for the thing itself, on a machine that may be busy. */
  async function until(holds: () => Promise<boolean>): Promise<void> {
    const endMs = Date.now() + 60_000
    while (!(await holds())) {
      assert.ok(Date.now() < endMs, 'it did not come')
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
})
