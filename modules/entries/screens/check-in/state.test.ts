import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryList } from '../../contract.ts'
import { canCheckIn, checkInState } from './state.ts'

const at = (time: string): string => `2026-11-20T${time}:00.000Z`
const held = { opensAt: at('19:00'), closesAt: at('19:45'), closedAt: null, offersEndAt: at('19:50'), offered: 0 }
const closed = { ...held, closedAt: at('19:45') }
const driver = (status: string, checkedIn = false, more = {}) => ({ status, checkedIn, car: { carClassId: 'GT3' }, ...more })
const late = driver('WAITING_LIST', false, { isLate: true })
const gt3 = (currentEntries: number) => [{ id: 'GT3', name: 'GT3', color: '', maxClassEntries: 2, currentEntries }]

test('what there is to say of the check-in, and when it can be done', () => {
  const rows: readonly [object, string, string | null, boolean][] = [
    [{ checkIn: null }, '19:30', null, false],
    [{ mine: null }, '19:30', null, false],
    [{}, '18:59', 'later', false],
    [{}, '19:00', 'now', true],
    [{ status: 'SCHEDULING' }, '19:56', null, false],
    [{ mine: driver('ACTIVE', true) }, '19:30', 'done', false],
    [{ mine: driver('WAITING_LIST') }, '19:30', 'nowInLine', true],
    [{ mine: driver('WAITING_LIST', true) }, '19:30', 'ready', false],
    // until it has closed nobody is told that they are too late
    [{}, '19:46', 'now', true],
    [{ checkIn: closed, mine: driver('WAITING_LIST') }, '19:46', 'next', true],
    [{ checkIn: closed, mine: driver('WAITING_LIST'), seatsLeft: 1 }, '19:46', 'free', true],
    [{ checkIn: closed, mine: driver('WAITING_LIST'), seatsLeft: 1, carClasses: gt3(1) }, '19:46', 'free', true],
    [{ checkIn: closed, mine: driver('WAITING_LIST'), seatsLeft: 1, carClasses: gt3(2) }, '19:46', 'next', true],
    // what is kept for who waited is not for who is late
    [{ checkIn: { ...closed, offered: 1 }, mine: driver('WAITING_LIST'), seatsLeft: 1 }, '19:46', 'free', true],
    [{ checkIn: { ...closed, offered: 1 }, mine: late, seatsLeft: 1 }, '19:46', 'next', true],
    [{ checkIn: { ...closed, offered: 1 }, mine: late, seatsLeft: 2 }, '19:46', 'free', true],
    [{ checkIn: { ...closed, offered: 1 }, mine: late, seatsLeft: 1 }, '19:50', 'free', true],
    [{ checkIn: closed, mine: driver('WAITING_LIST', true), seatsLeft: 1 }, '19:46', 'ready', false],
  ]
  for (const [change, time, kind, can] of rows) {
    const list = {
      status: 'WAITING',
      startsAt: at('20:00'),
      carClasses: [],
      seatsLeft: 0,
      mine: driver('ACTIVE'),
      checkIn: held,
      ...change,
    } as unknown as EntryList
    const state = checkInState(list, Date.parse(at(time)))
    assert.deepEqual([state?.kind ?? null, canCheckIn(state)], [kind, can], `${JSON.stringify(change)} ${time}`)
  }
})
