import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryList } from '#modules/entries/contract.ts'
import { phaseOf, placeIn } from './phase.ts'

const at = (time: string): string => `2026-11-20T${time}:00.000Z`
const checkIn = { opensAt: at('19:00'), closesAt: at('19:45'), closedAt: null, offersEndAt: at('19:50'), offered: 0 }
const driver = { status: 'ACTIVE', checkedIn: false }

test('what the strip says of the reader, and when it comes back', () => {
  const rows: readonly [object, string, string, string | null][] = [
    [{}, '18:00', 'before', 'in'],
    [{ checkIn }, '18:59', 'before', 'in'],
    [{ checkIn }, '19:00', 'checkIn', 'notCheckedIn'],
    [{ checkIn, mine: { ...driver, checkedIn: true } }, '19:00', 'before', 'in'],
    [{ mine: { ...driver, status: 'WAITING_LIST' } }, '19:00', 'before', 'waits'],
    [{ checkIn, mine: { ...driver, status: 'WAITING_LIST' } }, '19:10', 'checkIn', 'waits'],
    [{ status: 'STARTED' }, '19:56', 'server', 'in'],
    [{ status: 'IN_PROGRESS' }, '20:30', 'server', 'in'],
    // who still waits then does not drive
    [{ status: 'STARTED', mine: { ...driver, status: 'WAITING_LIST' } }, '19:56', 'server', null],
    [{ mine: null, watching: { isMine: true } }, '19:00', 'before', 'watches'],
    [{ mine: null, watching: { isMine: true }, status: 'STARTED' }, '19:56', 'server', 'watches'],
    [{ mine: null }, '19:00', 'before', null],
  ]
  for (const [change, time, phase, place] of rows) {
    const list = { status: 'WAITING', seatsLeft: 0, mine: driver, checkIn: null, watching: { isMine: false }, ...change } as unknown as EntryList
    const is = phaseOf(list, Date.parse(at(time)))
    assert.deepEqual([is, placeIn(list, is)], [phase, place], `${JSON.stringify(change)} ${time}`)
  }
})
