import * as fc from 'fast-check'
import type { Game, GameOption, OptionValue, OrderEntry, ServerOrder } from './game.ts'
import { optionDefaults } from './options.ts'

/** An order as an ordinary event makes it: 15 min of qualifying, 20 min of race, two drivers. */
export const order = (game: Game, changes: Partial<ServerOrder> & { readonly trackId: string; readonly carIds: readonly string[] }): ServerOrder => ({
  serverName: 'Paddock ✓ Cup | Round 1',
  tag: 'a7d0c3f0-5bd5-4d5e-9a55-0b1e3f3c2d11',
  layoutId: null,
  maxEntries: 8,
  segments: [
    { type: 'QUALIFY', durationMin: 15, options: optionDefaults(game.segmentOptions) },
    { type: 'RACE', durationMin: 20, options: optionDefaults(game.segmentOptions) },
  ],
  options: optionDefaults(game.options),
  passwords: { server: 'drive-1', admin: 'admin-22', spectator: 'watch-3' },
  closedEntry: true,
  enableServerProtection: false,
  driverSwap: false,
  hasGridPositions: false,
  entries: [
    entry(changes.carIds[0] ?? '', { name: 'Zoë Müller', platformId: '76561198000000001', country: 'DE' }, 7),
    entry(changes.carIds[0] ?? '', { name: 'José [ESP] ; Ruiz', platformId: '76561198000000002', country: 'ES' }, 33),
  ],
  bop: [{ carId: changes.carIds[0] ?? '', ballastKg: 10, restrictor: 2 }],
  ports: { udp: 9600, tcp: 9601, http: 8081 },
  ...changes,
})

export const entry = (carId: string, driver: { name: string; platformId: string; country: string | null }, raceNumber: number): OrderEntry => ({
  drivers: [driver],
  teamName: null,
  raceNumber,
  carId,
  skin: null,
  gridPosition: null,
  isServerAdmin: false,
})

const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }).map((some) => some.trim()) },
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      '[CAR_0]',
      ']',
      '[SERVER',
      ';comment',
      'a;b',
      '"',
      '\\',
      '","password":"',
      'KEY=value',
      '=',
      '__proto__',
      '${x}',
      '%s',
      '--exec',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x\nADMIN_PASSWORD=1', ' end ', '\t', '\u0085', '\ufeff', '\ud800', '<script>', '日本語 ドライバー', '👩‍🚀 Ann'),
  },
)

/** `base` with every text of people replaced by something nasty and every option by an allowed value of its table. */
export const hostileOrder = (game: Game, base: ServerOrder): fc.Arbitrary<ServerOrder> =>
  fc
    .record({
      serverName: text,
      // At least one character, or the entry would be a free slot.
      names: fc.array(fc.array(fc.tuple(fc.constant('x'), text), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      teamName: fc.option(text),
      skin: fc.option(text),
      tag: text,
      password: text,
      admin: text,
      options: fc.record(Object.fromEntries(game.options.map((option) => [option.key, anyValue(option)]))),
      closedEntry: fc.boolean(),
      driverSwap: fc.boolean(),
      enableServerProtection: fc.boolean(),
      hasGridPositions: fc.boolean(),
      isServerAdmin: fc.boolean(),
    })
    .map(({ names, teamName, skin, password, admin, options, isServerAdmin, ...changes }) => ({
      ...base,
      ...changes,
      options: { ...options, ...('dynamic_track.enabled' in options ? { 'dynamic_track.enabled': true } : {}) },
      passwords: { ...base.passwords, server: password, admin },
      entries: names.map((drivers, i) => ({
        drivers: drivers.map(([first, rest], j) => ({
          name: i % 2 ? `${rest}${first}` : `${first}${rest}`,
          platformId: `7656119${i}${j}`,
          country: j ? 'IT' : null,
        })),
        teamName,
        raceNumber: i + 1,
        carId: base.carIds[i % base.carIds.length] ?? '',
        skin,
        gridPosition: changes.hasGridPositions ? names.length - i : null,
        isServerAdmin,
      })),
    }))

const anyValue = (option: GameOption): fc.Arbitrary<OptionValue> =>
  option.type === 'switch'
    ? fc.boolean()
    : option.type === 'choice'
      ? fc.constantFrom(...option.choices.map((choice) => choice.value))
      : fc
          .integer({ min: 0, max: Math.round((option.max - option.min) / option.step) })
          .map((steps) => Number((option.min + steps * option.step).toFixed(4)))
