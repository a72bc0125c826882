import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { LeagueId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { encodeUtf8 } from '#games/text.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { raceLogContract as contract } from './contract.ts'
import { loggedIncidents } from './door.ts'

const LMU = new URL('../../../shared/data/results/lmu/ams1.BuenosAiresR1.xml', import.meta.url)

describe('the log of a race over HTTP', () => {
  let server: TestServer
  let [owner, dora, marco] = [] as unknown as [Person, Person, Person]
  let leagueId: LeagueId
  before(async () => {
    server = await testServer({ breaks: ['weekly-limit'] })
    ;[owner, dora, marco] = (await Promise.all(['Olga Owner', 'Dora Klein', 'Marco Bellini'].map((name) => person(server, name)))) as [
      Person,
      Person,
      Person,
    ]
    leagueId = await league(server, owner, { shortName: 'LOG', members: [dora, marco] })
  })
  after(() => server.stop())

  const penalties = [
    { carId: 1001, driverIndex: 0, reason: 'PitSpeeding', penalty: 'DriveThrough', penaltyValue: 3, violationInLap: 2, clearedInLap: 3 },
  ]
  const file = (order: readonly Person[], told: object = { penalties }, numberOf = (i: number): number => i + 1) => {
    const lines = order.map((one, i) => {
      const line = accLine(i + 1, one.steamId, one.name, 3, 3 * LAP + i, 97_000 + i)
      return { ...line, car: { ...line.car, raceNumber: numberOf(i) } }
    })
    return encodeUtf8(JSON.stringify({ ...(JSON.parse(new TextDecoder().decode(accFile('R', 0, lines))) as object), ...told }))
  }
  const race = async (game = 'acc'): Promise<Event> => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'], game })
    await enter(
      server,
      made,
      [dora, marco].map(({ id: userId }, i) => ({ userId, raceNumber: i + 1, carId: '34' })),
    )
    return made
  }
  const ask = async ({ id }: Event, more: object = {}) => (await dora.as.ask(contract.raceLog, { sessionId: id, segment: 'race-1', ...more })).body
  const read = (made: Event) => until('the log is read', async () => (await ask(made)).state === 'READ')

  test('penalties and laps that do not count, of whom, in which lap; filtered by driver and kind, chunk by chunk', async () => {
    const made = await race()
    assert.deepEqual(await ask(made), { entries: [], total: 0, kinds: [], tells: ['PENALTY', 'INVALID_LAP', 'DRIVER_SWAP'], state: 'NONE' })
    await upload(server, made.servers[0]!, 'R.json', file([dora, marco]))
    await allRead(server)
    await read(made)
    const [first, second] = (await dora.as.ask(resultsContract.memberResults, { sessionId: made.id })).body.results[0]!.results
    const all = await ask(made)
    assert.deepEqual(
      all.entries.map(({ no, kind, participantId, lap, detail }) => [no, kind, participantId, lap, detail]),
      [
        [1, 'INVALID_LAP', first!.participantId, 1, null],
        [2, 'INVALID_LAP', second!.participantId, 1, null],
        [3, 'PENALTY', first!.participantId, 2, 'DriveThrough: PitSpeeding'],
      ],
    )
    assert.deepEqual(all.kinds, [
      { kind: 'PENALTY', count: 1 },
      { kind: 'INVALID_LAP', count: 2 },
    ])
    const marcos = await ask(made, { participantId: second!.participantId })
    assert.deepEqual([marcos.total, marcos.kinds], [1, [{ kind: 'INVALID_LAP', count: 1 }]])
    const [only] = (await ask(made, { kind: 'INVALID_LAP', limit: 1, offset: 1 })).entries
    assert.deepEqual([only?.no, (await ask(made, { kind: 'INVALID_LAP' })).total], [2, 2])
    // visitors see it where they see the results
    const visitor = (await server.visitor.ask(contract.publicRaceLog, { sessionId: made.id, segment: 'race-1' })).body
    assert.deepEqual(visitor, all)
    const { db } = server.running.machine
    const looked = { sessionId: made.id, segmentIndex: 0, splitNo: 1, kinds: ['INVALID_LAP', 'PENALTY'] as const, limit: 10 }
    const { incidents, total } = await loggedIncidents(db, { ...looked, userIds: [marco.id] })
    assert.deepEqual(
      incidents.map(({ kind, no, lap, who, other }) => [kind, no, lap, who.userIds, other]),
      [['INVALID_LAP', 2, 1, [marco.id], null]],
    )
    assert.equal(total, 1)
    assert.equal((await loggedIncidents(db, { ...looked, limit: 1 })).total, 3)
    assert.equal((await loggedIncidents(db, { ...looked, laps: { from: 2, to: 4 } })).total, 1)
    assert.equal((await loggedIncidents(db, { ...looked, segmentIndex: 1 })).total, 0)
    assert.equal((await loggedIncidents(db, { ...looked, one: incidents[0]! })).incidents[0]!.no, 2)
  })

  test('a later file that an admin takes brings its own log, and that of the first stays with it', async () => {
    const made = await race()
    await upload(server, made.servers[0]!, 'R.json', file([dora, marco]))
    await allRead(server)
    await read(made)
    await upload(server, made.servers[0]!, 'R2.json', file([marco, dora], { penalties: [] }))
    await allRead(server)
    const { segments } = (await owner.as.ask(resultFilesContract.laterResults, { id: made.id })).body
    const later = segments.flatMap(({ v, versions }) => versions.flatMap(({ id, state }) => (state === 'WAITING' ? [{ id, v }] : [])))
    assert.equal((await ask(made)).total, 3)
    await owner.as.done(resultFilesContract.TakeLaterResult, later[0]!, { reason: 'The first file was cut off.' })
    await until('the later file is looked through', async () => (await ask(made)).total === 2)
    const { db } = server.running.machine
    const logs = () => db.selectFrom('race_logs').select('result_id').where('session_id', '=', made.id).execute()
    assert.equal((await logs()).length, 2)
  })

  test('follows a row that is another one once its file is read again', async () => {
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    // of two cars with one number, model and nobody's account by then, neither is known any more (docs/decisions/0066)
    const [gone, lost] = [await person(server, 'Gina Gone'), await person(server, 'Lena Lost')]
    const twoAlike = file([dora, gone, lost], { penalties }, (i) => Math.min(i + 1, 2))
    await upload(server, made.servers[0]!, 'R.json', twoAlike)
    await allRead(server)
    await read(made)
    const table = async () => (await dora.as.ask(resultsContract.memberResults, { sessionId: made.id })).body.results[0]!.results
    const before = (await table())[1]!.participantId
    assert.equal((await ask(made, { participantId: before })).total, 1)
    for (const one of [gone, lost]) await one.as.done(accountsContract.RemoveUser, { id: one.id, v: 1 }, {})
    const { pool } = server.running.machine
    await until('the account is forgotten', async () => {
      const told = await pool.query('select from result_rows where session_id = $1 and user_ids <> $2 and file_key is not null', [made.id, [dora.id]])
      return told.rowCount === 0
    })
    const [{ id }] = (await owner.as.ask(resultFilesContract.resultFiles, { id: made.id })).body.files as unknown as [{ id: never }]
    await owner.as.done(resultFilesContract.RetryReading, { id }, {})
    await allRead(server)
    const { participantId } = (await table())[1]!
    assert.notEqual(participantId, before)
    await until('its log is read as well', async () => (await ask(made, { participantId })).total === 1)
  })

  test('what was driven before logs were kept is caught up with from the stored files', async () => {
    const made = await race()
    await upload(server, made.servers[0]!, 'R.json', file([dora, marco]))
    await allRead(server)
    await read(made)
    const { db } = server.running.machine
    await db.deleteFrom('race_logs').where('session_id', '=', made.id).execute()
    server.running.machine.answers.drop([`session:${made.id}`])
    assert.equal((await ask(made)).state, 'WAITING')
    await db.insertInto('race_log_backlog').values({ session_id: made.id }).execute()
    await read(made)
    assert.equal((await ask(made)).total, 3)
  })

  test('a real race: contacts with time and lap, each once', { skip: !existsSync(LMU) }, async () => {
    const made = await race('lmu')
    await upload(server, made.servers[0]!, 'race.xml', readFileSync(LMU))
    await allRead(server)
    await read(made)
    const { kinds } = await ask(made)
    assert.deepEqual(Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])), {
      CONTACT_CAR: REAL_CONTACTS,
      CONTACT_ENV: 27,
      PENALTY: 1,
      PENALTY_SERVED: 1,
      PIT_STOP: 18,
      LEAVE: 10,
    })
    const [contact] = (await ask(made, { kind: 'CONTACT_CAR' })).entries
    assert.ok(contact!.atMs !== null && contact!.lap !== null && contact!.otherId !== null)
  })

  test('a hidden community’s log is missing to strangers, and kept results have none', async () => {
    const hidden = await league(server, owner, { shortName: 'HIDE' })
    const made = await runningEvent(server, owner, hidden, { segments: ['RACE'] })
    await server.running.machine.db.updateTable('leagues').set({ visibility: 'HIDDEN' }).where('id', '=', hidden).execute()
    assert.equal((await dora.as.ask(contract.raceLog, { sessionId: made.id, segment: 'race-1' })).body.code, 'NOT_FOUND')
    assert.equal((await server.visitor.ask(contract.publicRaceLog, { sessionId: made.id, segment: 'race-1' })).body.code, 'NOT_FOUND')
  })
})

/** Counted in the file: twenty reports; four contacts both cars reported, and one they reported four times. */
const REAL_CONTACTS = 13
