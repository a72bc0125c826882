import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine as line, LAP, allRead, enter, liveServer, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { resultFilesContract } from './contract.ts'

/** A league's night is over and announced; then its server, or an admin, brings another file of the same race. */
describe('results that come after their event has ended', () => {
  let server: TestServer
  let owner: Person
  let admin: Person
  let dora: Person
  let marco: Person
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    ;[owner, admin, dora, marco] = (await Promise.all(
      ['Olga Owner', 'Adam Admin', 'Dora Klein', 'Marco Bellini'].map((name) => person(server, name)),
    )) as [Person, Person, Person, Person]
    leagueId = await league(server, owner, { shortName: 'LATER', admins: [admin] })
  })
  after(() => server.stop())

  const db = () => server.running.machine.db
  const cars = () => ({
    dora: line(911, dora.steamId, 'Dora', 4, 4 * LAP, 97_000),
    marco: line(63, marco.steamId, 'Marco', 4, 4 * LAP + 5000, 98_000),
    stranger: line(8, '76561190000000003', 'Some Stranger', 3, 3 * LAP, 99_000),
  })
  /** The race as it was announced: Dora before Marco and somebody unknown. */
  const first = (): Uint8Array => accFile('R', 1, [cars().dora, cars().marco, cars().stranger])
  /** The race that its stayers drove afterwards: Marco won, Dora was not there. */
  const second = (): Uint8Array => accFile('R', 1, [{ ...cars().marco, timing: { ...cars().marco.timing, totalTime: 4 * LAP - 1 } }, cars().stranger])

  async function announced(options: Parameters<typeof runningEvent>[3] = {}): Promise<Event> {
    const made = await runningEvent(server, owner, leagueId, { segments: ['QUALIFY', 'RACE'], points: { table: [10, 6, 3] }, ...options })
    await enter(server, made, [
      { userId: dora.id, raceNumber: 911, carId: '34' },
      { userId: marco.id, raceNumber: 63, carId: '34' },
    ])
    await bring(made, 'R.json', first())
    await until('both are told', async () => (await told(made, dora)).length === 1 && (await told(made, marco)).length === 1)
    return made
  }
  const bring = async (to: Event, name: string, bytes: Uint8Array): Promise<void> => {
    const reply = await upload(server, to.servers[0]!, name, bytes)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    await allRead(server)
  }
  const table = async ({ id }: Event) => (await server.visitor.ask(resultsContract.results, { sessionId: id })).body.results
  const shown = async (made: Event) =>
    (await table(made)).find(({ key }) => key === 'race-1')!.results.map((row) => [row.position, row.name, row.finalPoints])
  const segments = async ({ id }: Event, by = owner) => (await by.as.ask(resultFilesContract.laterResults, { id })).body.segments
  const race = async (made: Event) => {
    const found = (await segments(made)).find(({ segment }) => segment === 'race-1')!
    return { ...found, waiting: found.versions.filter(({ state }) => state === 'WAITING') }
  }
  const told = async ({ id }: Event, who: Person) =>
    await db()
      .selectFrom('notifications')
      .select(['kind', 'params'])
      .where('user_id', '=', who.id)
      .where('link', '=', `/events/${id}`)
      .orderBy('at')
      .execute()
  const take = (by: Person, id: string, v: number, reason = 'The first file was cut off.') =>
    by.as.send(resultFilesContract.TakeLaterResult, { id, v }, { reason })
  const FIRST = [
    [1, 'Dora Klein', 10],
    [2, 'Marco Bellini', 6],
    [3, 'Some Stranger', 3],
  ]
  const SECOND = [
    [1, 'Marco Bellini', 10],
    [2, 'Some Stranger', 6],
  ]

  test('what was announced stays; the later file waits, and its admins hear of it', async () => {
    const made = await announced()
    const before = await table(made)
    await bring(made, 'R2.json', second())
    assert.deepEqual(await table(made), before)
    assert.deepEqual(await shown(made), FIRST)
    for (const who of [owner, admin]) await until('admins are told', async () => (await told(made, who)).some(({ kind }) => kind === 'later-result'))
    assert.deepEqual(
      (await told(made, dora)).map(({ kind }) => kind),
      ['results-in'],
    )
    const { v, versions, choices, waiting } = await race(made)
    assert.deepEqual(
      [v, choices.length, versions.map(({ state, fileName, isHandedIn }) => [state, fileName, isHandedIn])],
      [
        0,
        0,
        [
          ['STANDS', 'R.json', false],
          ['WAITING', 'R2.json', false],
        ],
      ],
    )
    const { rows } = (await admin.as.ask(resultFilesContract.comparedResults, { id: waiting[0]!.id })).body
    assert.deepEqual(
      rows.map(({ name, before: from, after: to, positionsGained, pointsGained }) => [
        name,
        from?.position,
        to?.position,
        positionsGained,
        pointsGained,
      ]),
      [
        ['Marco Bellini', 2, 1, 1, 4],
        ['Some Stranger', 3, 2, 1, 3],
        ['Dora Klein', 1, undefined, null, -10],
      ],
    )
    // nobody but its admins hears that anything waits
    assert.equal((await dora.as.ask(resultFilesContract.laterResults, { id: made.id })).body.code, 'ADMIN_REQUIRED')
    assert.equal((await dora.as.ask(resultFilesContract.comparedResults, { id: waiting[0]!.id })).body.code, 'ADMIN_REQUIRED')
    const laps = await marco.as.ask(resultsContract.driverLaps, { sessionId: made.id, subSessionIndex: 1, driverId: marco.id })
    assert.equal(laps.body.total, 4)
  })

  test('taken, everybody sees it and whoever was told is told again; undone, the announced one is back', async () => {
    const made = await announced()
    await bring(made, 'R2.json', second())
    const {
      waiting: [later],
    } = await race(made)
    assert.equal((await take(owner, later!.id, 0, '')).body.code, 'REASON_LENGTH')
    const before = await table(made)
    assert.deepEqual((await take(owner, later!.id, 0)).body, { v: 1 })
    assert.deepEqual(await shown(made), SECOND)
    // Dora is not in it any more, and hears of it all the same
    for (const who of [dora, marco])
      await until('the driver is told', async () =>
        (await told(made, who)).some(({ kind, params }) => kind === 'results-changed' && hasReason(params, 'cut off')),
      )
    const taken = await race(made)
    const [choice] = taken.choices
    assert.deepEqual(
      [choice?.action, choice?.by, choice?.reason, choice?.mayUndo, taken.versions.map(({ state, fileName }) => [state, fileName])],
      [
        'TAKEN',
        'Olga Owner',
        'The first file was cut off.',
        true,
        [
          ['STANDS', 'R2.json'],
          ['REPLACED', 'R.json'],
        ],
      ],
    )
    const event = await db()
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'LaterResultTaken')
      .where('aggregate_id', '=', made.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([event.actor_id, (event.data as { reason: string }).reason], [owner.id, 'The first file was cut off.'])
    const undo = (v: number, id = choice!.id) => admin.as.send(resultFilesContract.UndoResultChoice, { id, v }, { reason: 'It was right.' })
    assert.equal((await undo(0)).body.code, 'VERSION_CONFLICT')
    assert.deepEqual((await undo(1)).body, { v: 2 })
    assert.deepEqual(await table(made), before)
    await until('the driver is told twice', async () => (await told(made, dora)).filter(({ kind }) => kind === 'results-changed').length === 2)
    assert.equal((await undo(2)).body.code, 'WRONG_STATE')
    assert.deepEqual(
      (await race(made)).versions.map(({ state }) => state),
      ['STANDS', 'WAITING'],
    )
    // and taken once more, from another process of the platform
    const again = await server.another()
    const reply = await owner.as.at(again.address).send(resultFilesContract.TakeLaterResult, { id: later!.id, v: 2 }, { reason: 'After all.' })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    assert.deepEqual(await shown(made), SECOND)
  })

  test('of two admins at once one chooses, the other is told that it is decided', async () => {
    const made = await announced()
    await bring(made, 'R2.json', second())
    await bring(made, 'R3.json', accFile('R', 1, [cars().stranger, cars().marco]))
    const { waiting } = await race(made)
    assert.equal(waiting.length, 2)
    const replies = await Promise.all([
      ...waiting.flatMap(({ id }) => [owner, admin].map((by) => take(by, id, 0))),
      admin.as.send(resultFilesContract.LeaveLaterResult, { id: waiting[0]!.id, v: 0 }, { reason: 'Not the race.' }),
    ])
    assert.deepEqual(replies.map(({ status, body }) => (status === 200 ? 'ok' : body.code)).toSorted(), [
      ...Array.from({ length: 4 }, () => 'VERSION_CONFLICT'),
      'ok',
    ])
    const { v, choices, versions } = await race(made)
    assert.deepEqual([v, choices.length, versions.filter(({ state }) => state === 'STANDS').length], [1, 1, 1])
  })

  test('left, what was announced stays; the same bytes never wait again, whatever they are called and whoever brings them', async () => {
    const made = await announced()
    await bring(made, 'R2.json', second())
    const {
      waiting: [later],
    } = await race(made)
    const leave = (v: number) => admin.as.send(resultFilesContract.LeaveLaterResult, { id: later!.id, v }, { reason: 'Driven for fun.' })
    assert.deepEqual((await leave(0)).body, { v: 1 })
    assert.equal((await leave(1)).body.code, 'WRONG_STATE')
    assert.deepEqual(await shown(made), FIRST)
    const split = await db().selectFrom('splits').select('id').where('session_id', '=', made.id).executeTakeFirstOrThrow()
    await db().updateTable('servers').set({ ended_at: new Date() }).where('split_id', '=', split.id).execute()
    const another = await liveServer(server, made.id, split.id)
    for (const [by, name, bytes] of [
      [another, 'R2.json', second()],
      [another, 'other name.json', second()],
      [another, 'R.json', first()],
      [another, 'yet another.json', first()],
    ] as const)
      await upload(server, by, name, bytes)
    await allRead(server)
    assert.deepEqual(
      (await race(made)).versions.map(({ state }) => state),
      ['STANDS', 'LEFT'],
    )
    assert.deepEqual(
      (await told(made, dora)).map(({ kind }) => kind),
      ['results-in'],
    )
    // whoever thought otherwise takes it after all
    assert.equal((await take(admin, later!.id, 1)).status, 200)
    assert.deepEqual(await shown(made), SECOND)
  })

  test('an empty place is filled whenever its file comes; an empty file takes no place', async () => {
    const made = await announced()
    await bring(made, 'empty.json', accFile('R', 1, []))
    await bring(made, 'Q.json', accFile('Q', 0, [cars().marco, cars().dora]))
    assert.deepEqual(
      (await table(made)).map(({ key, results }) => [key, results.length]),
      [
        ['race-1', 3],
        ['qualify-1', 2],
      ],
    )
    assert.deepEqual(await shown(made), FIRST)
    assert.deepEqual(await segments(made), [])
  })

  test('handed in by an admin it waits as well, and the standing one read again stays', async () => {
    const made = await announced()
    const file = { name: 'mine.json', contentBase64: Buffer.from(second()).toString('base64') }
    const preview = (await admin.as.ask(manualResultsContract.importPreview, { eventId: made.id, ...file })).body
    assert.deepEqual(
      preview.sessions.map(({ key, replaces, waits }) => [key, replaces, waits]),
      [['race-1', false, true]],
    )
    await admin.as.done(manualResultsContract.ImportResultFile, { id: made.id }, file)
    await allRead(server)
    assert.deepEqual(await shown(made), FIRST)
    assert.deepEqual(
      (await race(made)).waiting.map(({ fileName, isHandedIn }) => [fileName, isHandedIn]),
      [['mine.json', true]],
    )
    const before = await table(made)
    const { files } = (await owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body
    for (const { id } of files) await owner.as.done(resultFilesContract.RetryReading, { id }, {})
    await allRead(server)
    assert.deepEqual(await table(made), before)
    assert.equal((await race(made)).waiting.length, 1)
  })

  test('read again with a penalty against somebody it is no other one: nobody is told', async () => {
    const made = await announced()
    await owner.as.done(correctionsContract.AddPenalty, {}, { sessionId: made.id, driverId: dora.id, raceIndex: 0, time: 9, reason: 'Cut.' })
    const before = await table(made)
    const { files } = (await owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body
    for (const { id } of files) await owner.as.done(resultFilesContract.RetryReading, { id }, {})
    await allRead(server)
    assert.deepEqual(await table(made), before)
    await bring(made, 'R2.json', second())
    const { waiting, v } = await race(made)
    // both without the penalty, which counts with either: Dora won as she was announced
    const { rows } = (await owner.as.ask(resultFilesContract.comparedResults, { id: waiting[0]!.id })).body
    assert.deepEqual(
      rows.map(({ name, before: from, pointsGained }) => `${name} ${from?.position} ${from?.points} ${pointsGained}`),
      ['Marco Bellini 2 6 4', 'Some Stranger 3 3 3', 'Dora Klein 1 10 -10'],
    )
    assert.equal((await take(owner, waiting[0]!.id, v)).status, 200)
    const changes = async () => (await told(made, marco)).filter(({ kind }) => kind === 'results-changed')
    await until('a change is told', async () => (await changes()).some(({ params }) => hasReason(params, 'cut off')))
    assert.equal((await changes()).length, 1)
  })
})

const hasReason = (params: unknown, words: string): boolean => String((params as { reason?: string }).reason).includes(words)
