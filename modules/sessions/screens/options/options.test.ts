import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gameOf, PLAYABLE } from '#games/index.ts'
import type { Text } from '#web/kit/texts.tsx'
import { shownValue } from './options.ts'

const text = ((key: string) => key) as unknown as Text<'sessions'>
const shown = (game: 'acc' | 'assetto_corsa' | 'ams2' | 'lmu', key: string, value: unknown): string => {
  const { options, segmentOptions } = gameOf(game)!
  const option = [...options, ...segmentOptions].find((one) => one.key === key)!
  return `${option.label}: ${shownValue(option, value, text)}`
}

describe('options in words', () => {
  for (const [game, key, value, words] of [
    ['acc', 'assists.disableAutoGear', true, 'Automatic gears: Not allowed'],
    ['acc', 'assists.disableAutoGear', false, 'Automatic gears: Allowed'],
    ['acc', 'settings.isRaceLocked', true, 'Joining during the race: Not allowed'],
    ['acc', 'trackCondition.weather.cloudLevel', 0.1, 'Clouds: Few clouds'],
    ['acc', 'trackCondition.weather.cloudLevel', 1, 'Clouds: Overcast'],
    ['acc', 'trackCondition.weather.rain', 0, 'Rain: Dry'],
    ['acc', 'trackCondition.weather.weatherRandomness', 7, 'Randomness: Changes to extremes'],
    ['acc', 'timeMultiplier', 1, 'Time goes: ×1'],
    ['acc', 'timeMultiplier', 0, 'Time goes: Stands still'],
    ['acc', 'hourOfDay', 14, 'Time of day: 14:00'],
    ['assetto_corsa', 'sunAngle', 8, 'Time of day: 08:00'],
    ['ams2', 'DateHour', 0, 'Time of day: 00:00'],
    ['lmu', 'time.start', 870, 'The race begins: 14:30'],
    ['lmu', 'time.start', -1, 'The race begins: As the track'],
    ['acc', 'settings.allowAutoDQ', true, 'Automatic disqualification: config.on'],
    ['assetto_corsa', 'realism.raceGasPenaltyDisabled', true, 'Gas cut: config.off'],
    ['assetto_corsa', 'timeOfDayMult', 4, 'Time goes: ×4'],
    ['ams2', 'flags.FORCE_MANUAL', true, 'Automatic gears: Not allowed'],
    ['ams2', 'realism.FuelUsageType', 'x2', 'Fuel use: ×2'],
    ['lmu', 'realism.fuel', 1, 'Fuel use: ×1'],
  ] as const)
    test(words, () => assert.equal(shown(game, key, value), words))

  test('no label says what is not, so that nobody has to take one no from another', () => {
    for (const { id, options, segmentOptions } of PLAYABLE)
      for (const { key, label } of [...options, ...segmentOptions]) assert.doesNotMatch(label, /^(no|not|without|disable)\b/i, `${id} ${key}`)
  })
})
