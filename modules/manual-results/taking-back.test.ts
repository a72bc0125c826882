import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultFilesJobs } from '#modules/result-files/jobs.ts'
import type { Event } from '#modules/results/results.fixture.ts'
import type { Person } from '#testing/people.ts'
import { begun } from '#testing/steps.ts'
import { until } from '#testing/time.ts'
import { manualResultsContract } from './contract.ts'
import { confirmed, handing, HEATS, inTurn, iRacingFile, ROWS, sent, type Handing } from './import.fixture.ts'

/** The wrong file, the wrong order: what people hand in they can take back, and put right after publishing. */
describe('results of a manual session that are taken back', () => {
  let room: Handing
  before(async () => {
    room = await handing(['weekly-limit'])
  })
  after(() => room.server.stop())

  const db = () => room.server.running.machine.db
  const discard = (id: string, reason = 'The wrong file.', by = room.owner) => by.as.send(manualResultsContract.DiscardResultFile, { id }, { reason })
  const reopen = ({ id }: Event, reason = 'A car was missing.', by = room.owner) =>
    by.as.send(manualResultsContract.ReopenResults, { id }, { reason })
  const files = async ({ id }: Event) => (await room.owner.as.ask(resultFilesContract.resultFiles, { id })).body.files
  const statusOf = async ({ id }: Event) => (await db().selectFrom('sessions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  const told = ({ id }: Event, who: Person) =>
    db()
      .selectFrom('notifications')
      .select(['kind', 'params'])
      .where('user_id', '=', who.id)
      .where('link', '=', `/events/${id}`)
      .orderBy('at')
      .execute()
  const only = (race: readonly (typeof ROWS)[number][]) => iRacingFile([{ number: 0, type: 6, name: 'RACE', rows: race }])
  const rowsOf = (ids: readonly unknown[]) => ids.map((entryId, i) => ({ entryId: entryId as never, position: i + 1 }))
  const history = async (made: Event) =>
    (await room.drafts(made)).withdrawals.map(({ kind, fileName, raceNo, reason, by }) => [kind, fileName ?? raceNo, reason, by])

  test('the wrong file goes with the drafts it filled, the right one fills them; who and why stays', async () => {
    const { owner, ann, take, drafts, night, publish } = room
    const { made } = await night()
    const file = sent(iRacingFile(HEATS), { name: 'wrong.json' })
    assert.equal((await take(made, { ...file, sessions: [0, 1, 2] })).status, 200)
    const [first, second] = (await drafts(made)).raceResults
    assert.deepEqual([first?.importedFrom, first?.importedFileId, first?.v], ['wrong.json', second?.importedFileId, 1])
    const id = first!.importedFileId!
    assert.equal((await discard(id, 'Mine.', ann)).body.code, 'ADMIN_REQUIRED')
    for (const reason of ['', '  ', 'x'.repeat(501)]) assert.equal((await discard(id, reason)).body.code, 'REASON_LENGTH')
    assert.equal((await discard(id, ` ${'x'.repeat(500)} `)).status, 200)
    const gone = await drafts(made)
    assert.deepEqual(
      gone.raceResults.map(({ saved, v, importedFrom, entryResults }) => [saved, v, importedFrom, entryResults.length]),
      [
        [false, 2, null, 3],
        [false, 2, null, 3],
      ],
    )
    assert.deepEqual(gone.otherSegments, [])
    assert.deepEqual(await history(made), [['FILE', 'wrong.json', 'x'.repeat(500), 'Olga Owner']])
    const event = await db().selectFrom('events').selectAll().where('type', '=', 'ResultFileDiscarded').executeTakeFirstOrThrow()
    assert.deepEqual([event.actor_id, (event.data as { reason: string }).reason.length], [owner.id, 500])
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
    // nobody but its admins reads who took what back
    assert.deepEqual((await ann.as.ask(manualResultsContract.manualResult, { eventId: made.id })).body.withdrawals, [])
  })

  test('a saved draft is taken back, and its version counts on', async () => {
    const { owner, drafts, night } = room
    const { made, ids } = await night(['RACE'])
    const save = (v: number) => owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, v, entryResults: rowsOf(ids) })
    const back = (v?: number, reason = 'Typed for another night.') =>
      owner.as.send(manualResultsContract.DiscardDraft, { id: made.id }, { raceNo: 1, reason, ...(v === undefined ? {} : { v }) })
    assert.equal((await back()).body.code, 'MANUAL_RESULT_INCOMPLETE')
    assert.deepEqual((await save(0)).body, { raceNo: 1, v: 1 })
    assert.equal((await back(0)).body.code, 'VERSION_CONFLICT')
    assert.equal((await back(1, ' ')).body.code, 'REASON_LENGTH')
    assert.deepEqual((await back(1)).body, { raceNo: 1, v: 2 })
    const seen = await drafts(made)
    assert.deepEqual([seen.v, seen.raceResults.map(({ saved, savedAt, v }) => [saved, savedAt, v])], [2, [[false, null, 2]]])
    assert.deepEqual(await history(made), [['DRAFT', 1, 'Typed for another night.', 'Olga Owner']])
    assert.equal((await save(1)).body.code, 'VERSION_CONFLICT')
    assert.deepEqual((await save(2)).body, { raceNo: 1, v: 3 })
  })

  test('a second file over a saved race is asked about: both are shown, and only what is chosen replaces it', async () => {
    const { owner, drafts, night, preview, take } = room
    const { made, ids } = await night(['RACE', 'RACE'])
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: rowsOf(ids) })
    const file = sent(iRacingFile(HEATS), { name: 'second.json' })
    const seen = (await preview(made, file)).body
    assert.deepEqual(
      seen.sessions.map(({ name, key, take: taken, why, replaces, rows, saved }) => [
        name,
        key,
        taken,
        why,
        replaces,
        rows.length,
        saved?.rows.length,
      ]),
      [
        ['QUALIFY', null, false, 'NOT_PLANNED', false, 0, undefined],
        ['HEAT 1', 'race-1', false, 'FILLED', true, 4, 3],
        ['FEATURE', 'race-2', true, null, false, 4, undefined],
      ],
    )
    assert.deepEqual([seen.sessions[1]?.saved?.rows[0]?.name, seen.sessions[1]?.saved?.fileName], ['Ann Ace', null])
    // the race that is free is filled, the other one stays
    assert.deepEqual((await take(made, file)).body.raceNos, [2])
    assert.deepEqual(
      (await drafts(made)).raceResults.map(({ importedFrom, v }) => [importedFrom, v]),
      [
        [null, 1],
        ['second.json', 1],
      ],
    )
    assert.equal((await take(made, file)).body.code, 'IMPORT_REPLACES')
    // chosen, but somebody has saved since
    const old = { ...file, sessions: [1], v: seen.v }
    assert.equal((await take(made, old)).body.code, 'VERSION_CONFLICT')
    const again = (await preview(made, { ...file, sessions: [1] })).body
    assert.deepEqual([again.sessions[1]?.take, again.sessions[1]?.saved?.rows.length, again.v], [true, 3, 2])
    assert.deepEqual((await take(made, { ...old, v: again.v })).body.raceNos, [1])
    assert.deepEqual(
      (await drafts(made)).raceResults.map(({ importedFrom, v }) => [importedFrom, v]),
      [
        ['second.json', 2],
        ['second.json', 1],
      ],
    )
  })

  test('published, it is opened again with a reason; what was published stands until it is published anew, and who was told is told again', async () => {
    const { owner, ann, ben, server, take, drafts, table, night, publish, preview } = room
    const { made } = await night(['RACE'])
    const file = sent(only(ROWS), { name: 'first.json' })
    await take(made, { ...file, matches: confirmed((await preview(made, file)).body) })
    assert.equal((await reopen(made)).body.code, 'WRONG_STATE')
    assert.equal((await publish(made)).status, 200)
    for (const who of [ann, ben]) await until('the driver is told', async () => (await told(made, who)).length === 1)
    for (const reason of [' ', 'x'.repeat(501)]) assert.equal((await reopen(made, reason)).body.code, 'REASON_LENGTH')
    assert.equal((await reopen(made, 'Why not.', ann)).body.code, 'ADMIN_REQUIRED')
    const before = await table(made)
    assert.equal((await drafts(made)).may.reopen, true)
    assert.equal((await reopen(made)).body.reopened?.reason, 'A car was missing.')
    assert.equal((await reopen(made)).body.code, 'WRONG_STATE')
    assert.deepEqual([await table(made), await statusOf(made)], [before, 'ENDED'])
    const open = await drafts(made)
    assert.deepEqual([open.may.edit, open.may.reopen, open.isPublished, open.reopened?.reason], [true, false, false, 'A car was missing.'])
    // the wrong file is taken back, the right one handed in; nobody sees it yet
    assert.equal((await discard(open.raceResults[0]!.importedFileId!)).status, 200)
    assert.equal((await publish(made)).body.code, 'MANUAL_RESULT_INCOMPLETE')
    const right = sent(only(ROWS.toReversed()), { name: 'right.json' })
    await take(made, { ...right, matches: confirmed((await preview(made, right)).body) })
    assert.deepEqual(await table(made), before)
    assert.equal((await publish(made)).status, 200)
    assert.deepEqual((await table(made))[0]?.results[0]?.name, 'Ann Ace')
    for (const who of [ann, ben]) await until('the driver is told again', async () => (await told(made, who)).length === 2)
    assert.deepEqual(
      (await told(made, ann)).map(({ kind, params }) => [kind, (params as { reason?: string }).reason]),
      [
        ['results-in', undefined],
        ['results-changed', 'A car was missing.'],
      ],
    )
    assert.deepEqual([(await drafts(made)).reopened, (await drafts(made)).isPublished], [null, true])
    assert.deepEqual(await history(made), [
      ['FILE', 'first.json', 'The wrong file.', 'Olga Owner'],
      ['REOPENED', null, 'A car was missing.', 'Olga Owner'],
    ])
    const save = await owner.as.send(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: [] })
    assert.equal(save.body.code, 'MANUAL_RESULT_PUBLISHED')
    assert.equal((await server.visitor.fetch(`/results/${made.id}/export.csv?segment=race-1`)).status, 200)
  })

  test('what an admin publishes is what they have seen', async () => {
    const { owner, drafts, night } = room
    const { made, ids } = await night(['RACE'])
    const publish = (v: number) => owner.as.send(manualResultsContract.PublishResults, { id: made.id }, { v })
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: rowsOf(ids) })
    const { v } = await drafts(made)
    await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults: rowsOf(ids.toReversed()) })
    assert.equal((await publish(v)).body.code, 'VERSION_CONFLICT')
    assert.equal((await publish((await drafts(made)).v)).status, 200)
  })

  test('two who take it back, one who publishes, one who hands in: each happens wholly or is told no', async () => {
    const { take, drafts, table, night, publish } = room
    for (let round = 0; round < 6; round++) {
      const { made } = await night(['RACE'])
      const file = sent(only(ROWS), { name: 'race.json' })
      await take(made, file)
      const { importedFileId } = (await drafts(made)).raceResults[0]!
      const other = sent(only(ROWS.toReversed()), { name: 'other.json' })
      const [one, two, published, imported] = await Promise.all([
        inTurn(() => discard(importedFileId!)),
        inTurn(() => discard(importedFileId!)),
        inTurn(() => publish(made)),
        inTurn(() => take(made, other)),
      ])
      const discards = [one, two].filter(({ status }) => status === 200).length
      const isPublished = published.status === 200
      assert.ok(discards <= 1, 'taken back twice')
      for (const no of [one, two]) if (no.status !== 200) assert.match(no.body.code ?? '', /^(WRONG_STATE|MANUAL_RESULT_PUBLISHED)$/)
      if (!isPublished) assert.equal(published.body.code, 'MANUAL_RESULT_INCOMPLETE')
      if (imported.status !== 200) assert.match(imported.body.code ?? '', /^(IMPORT_REPLACES|MANUAL_RESULT_PUBLISHED)$/)
      // published is exactly what was there then: the first file, or the other one after it was taken back, whose first is disqualified
      const shown = (await table(made))[0]?.results[0]?.name
      const draft = (await drafts(made)).raceResults[0]?.importedFrom ?? null
      if (isPublished) assert.equal(shown, draft === 'other.json' ? 'Ann Ace' : 'A Stranger')
      else assert.equal(shown, undefined)
      assert.deepEqual((await files(made)).filter(({ status }) => status === 'DISCARDED').length, discards)
      assert.equal((await history(made)).length, discards)
    }
  })

  test('one that is taken back while it is read again stays taken back', async () => {
    const { made } = await room.night()
    assert.equal((await room.take(made, { ...sent(iRacingFile(HEATS), { name: 'wrong.json' }), sessions: [0, 1, 2] })).status, 200)
    const [file] = await files(made)
    await db()
      .updateTable('result_files')
      .set({ status: 'PENDING' })
      .where('id', '=', file!.id as never)
      .execute()
    const read = await begun(room.server, resultFilesJobs['result-files.read']!, { fileId: file!.id })
    assert.equal((await discard(file!.id)).status, 200)
    await read()
    assert.deepEqual(
      (await files(made)).map(({ status }) => status),
      ['DISCARDED'],
    )
  })
})
