import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmationOf, type ConfirmationFacts } from './confirmation.ts'

const at = (hours: number): Date => new Date(Date.UTC(2026, 10, 1) + hours * 3_600_000)
/** Ended at hour 0: reports from hour 1 to hour 49. */
const driven: ConfirmationFacts = {
  rules: { isEnabled: true, startDelayHrs: 1, durationDays: 2 },
  endedAt: at(0),
  isSeasonOver: false,
  open: 0,
  appealUntil: null,
}

for (const [means, more, hour, until, isConfirmed] of [
  ['right after the race', {}, 0, 49, false],
  ['a millisecond before its end the window is open', {}, 49 - 1 / 3_600_000, 49, false],
  ['at its end they are final', {}, 49, 49, true],
  ['not while a protest is open', { open: 1 }, 60, 49, false],
  ['nor while its verdict may be appealed', { appealUntil: at(70) }, 60, 70, false],
  ['an appeal that could have come before the window ended changes nothing', { appealUntil: at(30) }, 49, 49, true],
  ['where nobody may protest, at once', { rules: { ...driven.rules, isEnabled: false } }, 0, 0, true],
  ['but not over a report from before that was switched off', { rules: { ...driven.rules, isEnabled: false }, open: 2 }, 10, 0, false],
  ['a season that is over takes none', { isSeasonOver: true }, 5, 0, true],
] as const satisfies readonly (readonly [string, Partial<ConfirmationFacts>, number, number, boolean])[])
  test(`results are confirmed: ${means}`, () => {
    const found = confirmationOf({ ...driven, ...more }, at(hour))
    assert.deepEqual([found.until, found.isConfirmed], [at(until), isConfirmed])
  })
