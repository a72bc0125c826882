import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { notesOf, race, season, tableOf, team } from './season.fixture.ts'

describe('what was awarded', () => {
  const won = (points: readonly number[], more: object = {}) =>
    points.map((one, at) => ({ driver: 'abcde'[at]!, position: at + 1, points: one, ...more }))
  test('stands where the rules say otherwise, for the team too, and is named', () => {
    const odd = season(2024, {}, [race(1, won([8, 6, 5]))])
    assert.deepEqual([tableOf(odd), tableOf(odd, 'teams')], ['1 a 8, 2 b 6, 3 c 5', '1 team 19'])
    assert.deepEqual(notesOf(odd), ['round 1: c: awarded 5, where the rules give 4; counts as awarded'])
    const sprint = race(1, [], { sprint: won([3, 3]) })
    assert.equal(tableOf(season(2024, { sprintPoints: [3, 2] }, [sprint])), '1 a 3, 1 b 3')
    const bonus = race(1, [], { sprint: [{ driver: 'a', position: 1, points: 4, fastestLap: true }] })
    assert.deepEqual(notesOf(season(2024, { sprintPoints: [3], sprintFastestLap: 1 }, [bonus])), [])
  })

  test('nothing anywhere: the rules alone say it; nothing for one of many: a guest', () => {
    assert.equal(tableOf(season(1970, {}, [race(1, won([0, 0, 0]))])), '1 a 8, 2 b 6, 3 c 4')
    const guest = season(1970, {}, [race(1, won([8, 0, 4]))])
    assert.equal(tableOf(guest), '1 a 8, 2 c 4')
    assert.match(notesOf(guest).join(), /^round 1: b: 2 and awarded nothing/)
  })

  test('tells what no rule does: half points, points of a bonus, a whole table, a race for nothing', () => {
    const half = season(2024, {}, [race(1, won([4, 3, 2])), race(2, won([0, 0, 0]))])
    assert.equal(tableOf(half), '1 a 4, 2 b 3, 3 c 2')
    assert.match(notesOf(half).join(), /round 1: scored 0\.5 times.*round 2: scored 0 times/)
    const fastest = [
      race(1, [
        { driver: 'a', position: 1, points: 9, fastestLap: true },
        { driver: 'b', position: 2, points: 6 },
      ]),
    ]
    assert.equal(tableOf(season(1958, {}, fastest), 'teams'), '1 team 8', 'the bonus is the driver’s alone')
    const none = JSON.stringify({ season: 2024, rules: {}, races: [race(1, won([12, 9, 7])), race(2, won([12, 9, 7], { laps: 9 }))] })
    assert.deepEqual([tableOf(none), notesOf(none).length], ['1 a 24, 2 b 18, 3 c 14', 1])
  })

  test('a shared car: as it was awarded, which no rule tells; the fastest lap is its driver’s', () => {
    const rows = [
      { driver: 'a', number: 1, position: 1, sharedCar: true, fastestLap: true, points: 5 },
      { driver: 'b', number: 1, position: 1, sharedCar: true, points: 4 },
      { driver: 'a', number: 2, position: 2, fastestLap: true, points: 0 },
      { driver: 'c', number: 2, position: 2, sharedCar: true, points: 3 },
      { driver: 'd', number: 3, position: 3, points: 4 },
    ]
    assert.equal(tableOf(season(1956, { fastestLap: 1 }, [race(1, rows)])), '1 a 5, 2 b 4, 3 d 4, 4 c 3')
  })

  test('drivers of one number, or of one team without numbers, in one place shared the car though no row says so; each has a share, or all of it', () => {
    const rows = (number: number | undefined, points: readonly (number | undefined)[] = []) => [
      { driver: 'a', number, position: 1, points: points[0] },
      { driver: 'b', number, position: 1, points: points[1] },
      { driver: 'c', number: 7, position: 2, points: points[2], ...team('other') },
      { driver: 'd', number: 7, position: 3, points: points[3], ...team('other') },
    ]
    for (const number of [4, undefined]) {
      const of = (rules: object, points?: readonly number[]) => season(2024, rules, [race(1, rows(number, points))])
      assert.equal(tableOf(of({})), '1 c 6, 2 a 4, 2 b 4, 4 d 4')
      assert.equal(notesOf(of({})).length, 1)
      assert.match(notesOf(of({})).join(), /^round 1: a and b have the same (number|team) and place; counts as a car they shared$/)
      const full = of({ sharedCar: 'FULL' }, [8, 8, 6, 4])
      assert.deepEqual([tableOf(full), tableOf(full, 'teams')], ['1 a 8, 1 b 8, 3 c 6, 4 d 4', '1 other 10, 2 team 8'])
      assert.equal(notesOf(full).length, 1, 'awarded as the rules say')
      assert.equal(tableOf(of({ sharedCar: 'FULL' })), '1 a 8, 1 b 8, 3 c 6, 4 d 4')
    }
    const classes = [
      { driver: 'a', position: 1, class: 'GT3' },
      { driver: 'b', position: 1, class: 'GT4' },
    ]
    assert.equal(tableOf(season(2024, { scope: 'CLASS' }, [race(1, classes)])), '1 a 8, 1 b 8', 'the first of two classes are two cars')
  })

  test('a car of another class passes its place on where those behind it were awarded so, and takes it where they were not', () => {
    const behind = (first: number, second: number) =>
      season(1967, {}, [
        race(1, [
          { driver: 'guest', position: 1, points: 0 },
          { driver: 'a', position: 2, points: first },
          { driver: 'b', position: 3, points: second },
        ] as never),
      ])
    assert.equal(tableOf(behind(8, 6)), '1 a 8, 2 b 6')
    assert.equal(tableOf(behind(6, 4)), '1 a 6, 2 b 4')
  })

  test('classes: a table of each, by places in the whole field or in the class', () => {
    const rows = (points: readonly number[]) =>
      ['GT3', 'GT3', 'GT4', 'GT4'].map((name, at) => ({ driver: 'abcd'[at]!, position: at + 1, points: points[at], class: name }))
    const overall = season(2024, {}, [race(1, rows([8, 6, 4, 3]))])
    assert.equal(tableOf(overall, 'drivers GT4'), '1 c 4, 2 d 3')
    const inClass = season(2024, {}, [race(1, rows([8, 6, 8, 6]))])
    assert.deepEqual([tableOf(inClass), tableOf(inClass, 'drivers GT4')], ['1 a 8, 1 c 8, 3 b 6, 3 d 6', '1 c 8, 2 d 6'])
    assert.equal(tableOf(season(2024, { scope: 'CLASS' }, [race(1, rows([]))]), 'drivers GT4'), '1 c 8, 2 d 6')
  })
})
