import type { SetUpForm } from '#games/manual/elsewhere.ts'

const AIDS: readonly (readonly [name: string, key: string])[] = [
  ['Anti Lock Brakes', 'AntilockBrakes'],
  ['Auto Shift', 'AutoShift'],
  ['Brake Help', 'BrakeHelp'],
  ['Stability Control', 'StabilityControl'],
  ['Steering Help', 'SteeringHelp'],
  ['Auto Clutch', 'AutoClutch'],
  ['Invulnerability', 'Invulnerability'],
  ['Opposite Lock', 'OppositeLock'],
  ['Spin Recovery', 'SpinRecovery'],
]

/** The form in which leagues rent a server by the minute, in its own words and order (captures.md). */
export const RACE_CONTROL: SetUpForm = {
  name: 'RaceControl',
  url: 'https://www.racecontrol.gg/',
  fields: [
    ['Weather', 'weather.kind'],
    ['Time of day of the race', 'time.start'],
    ['Time between sessions', 'race.delayBetweenSessions'],
    ['Race Client Wait', 'race.clientWait'],
    ['Fixed Setup', 'realism.fixedSetups'],
    ['Formation Lap', 'race.formationLap'],
    ['Private qualifying', 'race.privateQualifying'],
    ['Time Scale', 'time.scale'],
    ['Fuel Consumption', 'realism.fuel'],
    ['Tyre Wear', 'realism.tyreWear'],
    ['Damage', 'realism.damage'],
    ['Track Limits Rule', 'rules.trackLimits'],
    ['Track Limits Points', 'rules.trackLimitsPoints'],
    ...AIDS.map(([name, key]) => [name, `assists.${key}`] as const),
  ],
  unplanned: ['Server type', 'Region', 'Real Road', 'Real Road Scale', 'Water Depth', 'Tyre Warmers', 'Available Tyres', 'Driving Line'],
}
