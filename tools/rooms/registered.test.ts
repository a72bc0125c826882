import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unregistered } from './registered.ts'

const REGISTRY = `
import { cupsListeners } from '#modules/cups/jobs.ts'
import { cupsJobs } from '#modules/cups/jobs.ts'
export const cupsRoom: Room = { name: 'cups', jobs: cupsJobs }`

test('what listens, looks or erases stands in its room', () => {
  const rows: readonly [file: string, text: string, unnamed: readonly string[]][] = [
    ['modules/cups/jobs.ts', 'export const cupsJobs = does(cupsWork, {', []],
    // an import alone does nothing
    ['modules/cups/jobs.ts', 'export const cupsListeners: readonly Listener[] = [', ['cupsListeners']],
    ['modules/cups/jobs.ts', 'export const cupsWithin: readonly Within[] = [', ['cupsWithin']],
    ['modules/cups/jobs.ts', 'export const cupsKeeps: readonly Keep[] = [', ['cupsKeeps']],
    ['modules/cups/invariants.ts', 'export const cupsInvariants: readonly Invariant[] = [', ['cupsInvariants']],
    ['modules/cups/queries/personal.ts', 'export const cupsPersonal: Personal = {', ['cupsPersonal']],
    ['modules/cups/jobs/reading.ts', 'export const readCup: JobAhead<Data> = async () => null', []],
    ['modules/cups/cups.fixture.ts', 'export const cupsKeeps: readonly Keep[] = [', []],
    ['server/retention/keeps.ts', 'export const MACHINE_KEEPS: readonly Keep[] = [', []],
  ]
  for (const [file, text, unnamed] of rows)
    assert.deepEqual(
      unregistered(file, text, REGISTRY),
      unnamed.map((name) => `exports ${name}, which modules/cups/room.ts does not name: nothing of it happens`),
      text,
    )
})
