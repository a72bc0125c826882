import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLine, serve, type Turn, type Waiting } from './line.ts'

const who = (id: string, more: Partial<Waiting> = {}): Waiting => ({ id, classId: null, isReady: false, isLate: false, ...more })
const there = { isReady: true } as const
const late = { isReady: true, isLate: true } as const
const anyClass = (seats: number) => ({ seats, classes: new Map<string, number>() })

test('whose turn it is at a free seat', () => {
  const line = [who('first'), who('second', there), who('third'), who('missed', late), who('gone', { isLate: true })]
  const rows: readonly [string, number, Turn, readonly string[], readonly string[]][] = [
    ['before the check-in closes the line alone decides', 2, 'everybody', ['first', 'second'], []],
    ['then whoever is there, before those who registered earlier', 1, 'offered', ['second'], []],
    ['what is left is offered to the rest who waited', 2, 'offered', ['second'], ['first']],
    ['who is late has nothing of that', 3, 'offered', ['second'], ['first', 'third']],
    ['but what nobody is offered', 4, 'offered', ['second', 'missed'], ['first', 'third']],
    ['and what was offered in vain', 2, 'ready', ['second', 'missed'], []],
    ['nobody who is not there has a seat', 5, 'ready', ['second', 'missed'], []],
    ['without a seat there is nothing to give', 0, 'offered', [], []],
  ]
  for (const [name, seats, turn, seated, offered] of rows) assert.deepEqual(serve(line, anyClass(seats), turn), { seated, offered }, name)
})

test('a full class is passed over, and a seat of it offered to its own', () => {
  const line = [who('cup', { classId: 'CUP', ...there }), who('gt3', { classId: 'GT3', ...there }), who('late', { classId: 'GT3', ...late })]
  const room = (gt3: number) => ({ seats: 9, classes: new Map([['CUP', 0], ['GT3', gt3]]) }) // prettier-ignore
  assert.deepEqual(serve(line, room(1), 'offered').seated, ['gt3'])
  assert.deepEqual(serve(line, room(2), 'offered').seated, ['gt3', 'late'])
  const absent = [who('absent', { classId: 'GT3' }), ...line.slice(2)]
  assert.deepEqual(serve(absent, room(1), 'offered'), { seated: [], offered: ['absent'] })
  assert.deepEqual(serve(absent, room(1), 'ready').seated, ['late'])
})

test('whatever the line: no seat too many, none left that somebody has a right to, nobody late before who waited', () => {
  let seed = 7
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (let run = 0; run < 2000; run++) {
    const line = inLine(
      Array.from({ length: random(30) }, (_, no) =>
        who(String(no), { classId: ['A', 'B', null][random(3)]!, isReady: random(2) === 0, isLate: random(3) === 0 }),
      ),
    )
    const room = { seats: random(20), classes: new Map([['A', random(8)]]) }
    const turn = (['everybody', 'ready', 'offered'] as const)[random(3)]!
    const { seated, offered } = serve(line, room, turn)
    const find = (ids: readonly string[]) => line.filter(({ id }) => ids.includes(id))
    const given = [...seated, ...offered]
    assert.equal(new Set(given).size, given.length)
    assert.ok(given.length <= room.seats)
    const ofA = find(given).filter(({ classId }) => classId === 'A').length
    assert.ok(ofA <= room.classes.get('A')!)
    if (turn !== 'everybody') assert.ok(find(seated).every(({ isReady }) => isReady))
    assert.ok(find(offered).every((one) => !one.isReady && !one.isLate))
    // who stays without had no room: of the event, or of the class
    const entitled = line.filter((one) => !given.includes(one.id) && (turn === 'everybody' || one.isReady))
    for (const { classId } of entitled) assert.ok(given.length >= room.seats || (classId === 'A' && ofA >= room.classes.get('A')!))
  }
})
