import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { trackCode } from './track-code.ts'

describe('three letters for a track', () => {
  for (const [name, code] of [
    ['Imola', 'IMO'],
    ['Circuit Zandvoort', 'ZAN'],
    ['Circuit de Spa-Francorchamps', 'SPA'],
    ['Brands Hatch Circuit', 'BRH'],
    ['Brands Hatch', 'BRH'],
    ['Autodromo Nazionale Monza', 'MON'],
    ['Nürburgring', 'NUR'],
    ['24h Nürburgring', 'NUR'],
    ['Bahrain International Circuit', 'BAH'],
    ['Circuit of the Americas', 'AME'],
    ['Autódromo José Carlos Pace', 'JOS'],
    ['WeatherTech Raceway Laguna Seca', 'LAS'],
    ['[Legacy] Pocono Raceway - 2009', 'POC'],
    ['Le Mans', 'MAN'],
    ['The Circuit', 'THE'],
    ['Suzuka International Racing Course', 'SUZ'],
    ['Mount Panorama', 'MOP'],
    ['Circuit', 'CIR'],
    ['筑波サーキット', '筑波サ'],
    ['K1', 'K1'],
    ['42', '42'],
  ] as const)
    test(name, () => assert.equal(trackCode(name), code))
})
