import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import type { Person } from '#testing/people.ts'
import { until } from '#testing/time.ts'
import { manualResultsContract } from './contract.ts'
import { confirmed, handing, inTurn, iRacingFile, ROWS, sent, type Handing } from './import.fixture.ts'

/** Files that people hand in for events whose results come from files: the wrong one, the second one, the other server's. */
describe('files handed in for events on other servers', () => {
  let room: Handing
  before(async () => {
    room = await handing(['weekly-limit'])
  })
  after(() => room.server.stop())

  const db = () => room.server.running.machine.db
  const discard = (id: string) => room.owner.as.send(manualResultsContract.DiscardResultFile, { id }, { reason: 'The wrong file.' })
  const reopen = ({ id }: Event, reason = 'A car was missing.') => room.owner.as.send(manualResultsContract.ReopenResults, { id }, { reason })
  const files = async ({ id }: Event) => (await room.owner.as.ask(resultFilesContract.resultFiles, { id })).body.files
  const places = async ({ id }: Event) => (await room.owner.as.ask(resultFilesContract.laterResults, { id })).body.segments
  const statusOf = async ({ id }: Event) => (await db().selectFrom('sessions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  const told = async ({ id }: Event, who: Person) =>
    (
      await db().selectFrom('notifications').select('kind').where('user_id', '=', who.id).where('link', '=', `/events/${id}`).orderBy('at').execute()
    ).map(({ kind }) => kind)
  const names = async (made: Event, key = 'race-1', splitNo = 1) =>
    (await room.table(made)).find((one) => one.key === key && one.splitNo === splitNo)?.results.map((row) => row.name)
  /** A race of ACC as the file of a rented server tells it: the names in order. */
  const race = (...drivers: readonly string[]) =>
    accFile(
      'R',
      0,
      drivers.map((name, i) => accLine(i + 1, `7656119000000000${i}`, name, 4, 4 * LAP + i, 98_000 + i)),
    )
  const hand = async (made: Event, name: string, drivers: readonly string[], more: object = {}): Promise<void> => {
    const reply = await room.take(made, { ...sent(race(...drivers), { name }), ...more })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    await allRead(room.server)
  }
  const elsewhere = (options: Parameters<typeof runningEvent>[3] = {}) =>
    runningEvent(room.server, room.owner, room.leagueId, { hosting: 'ELSEWHERE', segments: ['RACE', 'RACE'], ...options })
  const states = async (made: Event) => (await places(made))[0]?.versions.map(({ fileName, state }) => [fileName, state])

  test('a second file beside one that is not published waits: both are shown, an admin takes it or takes one back', async () => {
    const { owner, preview } = room
    const made = await elsewhere()
    await hand(made, 'first.json', ['First One'], { raceNo: 1 })
    const second = { ...sent(race('Second One'), { name: 'second.json' }), raceNo: 1 }
    assert.deepEqual(
      (await preview(made, second)).body.sessions.map(({ waits, replaces }) => [waits, replaces]),
      [[true, false]],
    )
    await hand(made, 'second.json', ['Someone', 'Second One'], { raceNo: 1 })
    assert.deepEqual(await names(made), ['First One'])
    const [place] = await places(made)
    assert.deepEqual(await states(made), [
      ['first.json', 'STANDS'],
      ['second.json', 'WAITING'],
    ])
    const waiting = place!.versions[1]!
    const compared = (await owner.as.ask(resultFilesContract.comparedResults, { id: waiting.id })).body
    assert.deepEqual(
      compared.rows.map(({ name, before: now, after: later }) => [name, now?.position, later?.position]),
      [
        ['Someone', 1, 1],
        ['Second One', undefined, 2],
      ],
    )
    const take = (v: number) => owner.as.send(resultFilesContract.TakeLaterResult, { id: waiting.id, v }, { reason: 'The right one.' })
    assert.deepEqual((await take(compared.v)).body, { v: 1 })
    assert.deepEqual([await names(made), await statusOf(made)], [['Someone', 'Second One'], 'IN_PROGRESS'])
    // taken back, it gives way to what it had replaced; the choice cannot be undone any more, and what was on screen is old
    const [first, taken] = await files(made)
    assert.deepEqual([first?.mayDiscard, taken?.mayDiscard], [true, true])
    assert.equal((await discard(taken!.id)).status, 200)
    await allRead(room.server)
    assert.deepEqual(await names(made), ['First One'])
    const after = (await places(made))[0]!
    assert.deepEqual([after.v, after.versions.length, after.choices.map(({ mayUndo }) => mayUndo)], [2, 1, [false]])
    const undone = await owner.as.send(resultFilesContract.UndoResultChoice, { id: after.choices[0]!.id, v: after.v }, { reason: 'Not so.' })
    assert.equal(undone.body.code, 'WRONG_STATE')
    assert.equal((await take(2)).body.code, 'WRONG_STATE')
    // nobody is told of what is not published
    assert.deepEqual(await told(made, room.ann), [])
  })

  test('the wrong file gone, what waits beside it stands; the same bytes may come again', async () => {
    const made = await elsewhere()
    await hand(made, 'wrong.json', ['Wrong One'], { raceNo: 1 })
    await hand(made, 'right.json', ['Right One'], { raceNo: 1 })
    const [wrong] = await files(made)
    assert.equal((await discard(wrong!.id)).status, 200)
    await allRead(room.server)
    assert.deepEqual([await names(made), await places(made)], [['Right One'], []])
    await hand(made, 'wrong.json', ['Wrong One'], { raceNo: 1 })
    assert.deepEqual(await states(made), [
      ['right.json', 'STANDS'],
      ['wrong.json', 'WAITING'],
    ])
    // what nobody has a race for any more moves up: the next file of the night is the first race again
    const night = await elsewhere()
    await hand(night, 'wrong.json', ['Wrong One'], { raceNo: 1 })
    await hand(night, 'second.json', ['Second Race'])
    assert.deepEqual([await names(night), await names(night, 'race-2')], [['Wrong One'], undefined])
  })

  test('where a server of ours writes: what a person handed in stays until an admin chooses, and taken back the server’s own stands', async () => {
    const { server, owner, leagueId } = room
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE', 'RACE'] })
    const bring = async (name: string, ...drivers: readonly string[]): Promise<void> => {
      assert.equal((await upload(server, made.servers[0]!, name, race(...drivers))).status, 200)
      await allRead(server)
    }
    await bring('R.json', 'Of The Server')
    await hand(made, 'mine.json', ['Handed In'], { raceNo: 1 })
    assert.deepEqual(await names(made), ['Handed In'])
    await bring('R again.json', 'Of The Server', 'And Another')
    assert.deepEqual(
      [await names(made), await states(made)],
      [
        ['Handed In'],
        [
          ['mine.json', 'STANDS'],
          ['R again.json', 'WAITING'],
        ],
      ],
    )
    const [own, mine] = await files(made)
    // a file of a server of ours is nobody's to take back
    assert.deepEqual([own?.mayDiscard, (await discard(own!.id)).body.code], [false, 'WRONG_STATE'])
    assert.equal((await discard(mine!.id)).status, 200)
    await allRead(server)
    assert.deepEqual(await names(made), ['Of The Server', 'And Another'])
  })

  test('in place of a torso: a penalty stays with its driver in what was handed in, beside the whole file, and once that stands', async () => {
    const { server, owner, leagueId } = room
    const made = await runningEvent(server, owner, leagueId, { segments: ['RACE', 'RACE'] })
    const whole = race('Cut Short', 'Second Home')
    const bring = async (name: string, bytes: Uint8Array): Promise<void> => {
      assert.equal((await upload(server, made.servers[0]!, name, bytes)).status, 200)
      await allRead(server)
    }
    const order = async () => (await room.table(made))[0]?.results.map(({ name, penaltyAdjustments }) => `${name} ${penaltyAdjustments}`)
    await bring('R.json', whole.slice(0, 300))
    assert.equal(await order(), undefined)
    await hand(made, 'mine.json', ['Cut Short', 'Second Home', 'Third Home'], { raceNo: 1 })
    const { participantId } = (await room.table(made))[0]!.results[0]!
    const { id } = await owner.as.done(
      correctionsContract.AddPenalty,
      {},
      { sessionId: made.id, participantId, raceIndex: 0, time: 5, reason: 'Cut the last corner.' },
    )
    assert.deepEqual(await order(), ['Second Home 0', 'Third Home 0', 'Cut Short 5000'])
    await bring('R whole.json', whole)
    assert.deepEqual(await order(), ['Second Home 0', 'Third Home 0', 'Cut Short 5000'])
    const mine = (await files(made)).find(({ name }) => name === 'mine.json')!
    assert.equal((await discard(mine.id)).status, 200)
    await allRead(server)
    assert.deepEqual(await order(), ['Second Home 0', 'Cut Short 5000'])
    await owner.as.done(correctionsContract.RevokeCorrection, { id }, { reason: 'He did not.' })
    assert.deepEqual(await order(), ['Cut Short 0', 'Second Home 0'])
  })

  test('after its event has ended: published it is opened again first; what only waits is taken back at once', async () => {
    const { server, owner, ann, leagueId } = room
    const made = await elsewhere({ segments: ['RACE'] })
    const [entryId] = await enter(server, made, [{ userId: ann.id, raceNumber: 1, carId: '34' }])
    const matches = [{ participant: 0, entryId }]
    await hand(made, 'wrong.json', ['Wrong One'], { matches })
    assert.equal(await statusOf(made), 'ENDED')
    await until('the driver is told', async () => (await told(made, ann)).includes('results-in'))
    await hand(made, 'later.json', ['Somebody', 'Else'])
    const [wrong, later] = await files(made)
    assert.deepEqual([wrong?.mayDiscard, later?.mayDiscard, (await discard(wrong!.id)).body.code], [false, true, 'WRONG_STATE'])
    assert.equal((await discard(later!.id)).status, 200)
    assert.deepEqual([await names(made), await places(made)], [['Ann Ace'], []])
    assert.equal((await room.publish(made)).body.code, 'WRONG_STATE')
    assert.equal((await reopen(made)).status, 200)
    assert.equal((await discard(wrong!.id)).status, 200)
    assert.deepEqual([await names(made), (await room.publish(made)).body.code], [undefined, 'MANUAL_RESULT_INCOMPLETE'])
    await hand(made, 'right.json', ['Somebody', 'Right One'], { matches })
    assert.deepEqual([await names(made), await told(made, ann)], [['Ann Ace', 'Right One'], ['results-in']])
    assert.equal((await room.publish(made)).status, 200)
    await until('the driver is told', async () => (await told(made, ann)).includes('results-changed'))
    assert.deepEqual([await statusOf(made), (await files(made)).map(({ mayDiscard }) => mayDiscard)], ['ENDED', [false, false, false]])
    // where nobody handed anything in there is nothing of theirs to put right
    const own = await runningEvent(server, owner, leagueId, { segments: ['RACE'] })
    await upload(server, own.servers[0]!, 'R.json', race('Of The Server'))
    await allRead(server)
    assert.deepEqual([await statusOf(own), (await reopen(own)).body.code], ['ENDED', 'WRONG_STATE'])
  })

  test('into any split: its own entries are matched, its own tab is filled, and the event ends with the last', async () => {
    const { server, ann, ben, take, preview } = room
    const made = await elsewhere({ segments: ['RACE'], splits: 2 })
    const [first, second] = await enter(server, made, [
      { userId: ann.id, raceNumber: 1, carId: '34', splitNo: 1 },
      { userId: ben.id, raceNumber: 2, carId: '34', splitNo: 2 },
    ])
    const file = sent(race('Whoever', 'Whatever'), { name: 'race.json' })
    const matches: ReturnType<typeof confirmed>[] = []
    for (const [split, entryId] of [
      [1, first],
      [2, second],
    ] as const) {
      const seen = (await preview(made, { ...file, split })).body
      assert.deepEqual([seen.splits, seen.entries.map((one) => one.entryId)], [2, [entryId]])
      matches.push(confirmed(seen))
    }
    for (const split of [3, 100]) {
      assert.equal((await preview(made, { ...file, split })).body.code, 'SPLIT_UNKNOWN')
      assert.equal((await take(made, { ...file, split })).body.code, 'SPLIT_UNKNOWN')
    }
    await hand(made, 'race.json', ['Whoever', 'Whatever'], { split: 2, matches: matches[1] })
    const shown = async () => [await names(made, 'race-1', 1), await names(made, 'race-1', 2), await statusOf(made)]
    assert.deepEqual(await shown(), [undefined, ['Whoever', 'Ben Bold'], 'IN_PROGRESS'])
    // the same bytes are another file on the other server, and its results are its own
    await hand(made, 'race.json', ['Whoever', 'Whatever'], { matches: matches[0] })
    assert.deepEqual(await shown(), [['Ann Ace', 'Whatever'], ['Whoever', 'Ben Bold'], 'ENDED'])
    assert.deepEqual(
      (await files(made)).map(({ splitNo, status }) => [splitNo, status]),
      [
        [2, 'READ'],
        [1, 'READ'],
      ],
    )
    const { made: manual } = await room.night(['RACE'])
    const typed = iRacingFile([{ number: 0, type: 6, name: 'RACE', rows: ROWS }])
    assert.equal((await take(manual, { ...sent(typed), split: 2 })).body.code, 'SPLIT_UNKNOWN')
  })

  test('track and segments are the event’s, unless somebody says otherwise', async () => {
    const { server, owner, take, preview, table, drafts, night, publish } = room
    const made = await elsewhere({ trackId: 'spa' })
    const file = sent(race('A', 'B'), { name: 'race.json' })
    const seen = (await preview(made, file)).body
    assert.deepEqual([seen.sessions[0]?.trackName, seen.races, seen.notes[0]], ['Monza Circuit', 2, 'TRACK_DIFFERS'])
    assert.match(seen.trackName, /Spa/)
    // the second race first
    await hand(made, 'race.json', ['A', 'B'], { raceNo: 2 })
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
    assert.match((await table(manual))[0]!.trackName ?? '', /Auto Club Speedway/)
  })

  test('two at once take the same file back, while it is read and another comes: once, and the other stands', async () => {
    for (let round = 0; round < 4; round++) {
      const made = await elsewhere()
      await hand(made, 'wrong.json', ['Wrong One'], { raceNo: 1 })
      const [wrong] = await files(made)
      const other = { ...sent(race('Right One'), { name: 'right.json' }), raceNo: 1 }
      const [one, two, came] = await Promise.all([
        inTurn(() => discard(wrong!.id)),
        inTurn(() => discard(wrong!.id)),
        inTurn(() => room.take(made, other)),
        room.owner.as.send(resultFilesContract.RetryReading, { id: wrong!.id }, {}),
      ])
      assert.deepEqual([one.status, two.status].toSorted(), [200, 409])
      assert.equal(came.status, 200)
      await allRead(room.server)
      assert.deepEqual([await names(made), await places(made)], [['Right One'], []])
    }
  })
})
