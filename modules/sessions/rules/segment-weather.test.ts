import assert from 'node:assert/strict'
import { test } from 'node:test'
import { segmentWeather, type SegmentWeather } from './segment-weather.ts'

test('product.md §2 "Session banner": weather, rain, temperature and the clock in the game of each segment, as its game has them', () => {
  const ACC = { 'trackCondition.weather.rain': 0.35, 'trackCondition.weather.cloudLevel': 0.8, 'trackCondition.weather.ambientTemp': 23 }
  const rows: readonly [string, object, object, SegmentWeather][] = [
    ['ACC', ACC, { hourOfDay: 16 }, { temperatureC: 23, sky: 'rain', rainPercent: 35, hour: 16 }],
    ['ACC, dry', { ...ACC, 'trackCondition.weather.rain': 0 }, { hourOfDay: 0 }, { temperatureC: 23, sky: 'overcast', rainPercent: 0, hour: 0 }],
    [
      'AMS2, each its own',
      {},
      { DateHour: 14, WeatherSlots: 1, WeatherSlot1: 'storm' },
      { temperatureC: null, sky: 'heavyRain', rainPercent: null, hour: 14 },
    ],
    [
      'AC, one for all',
      { 'weather.baseTemperatureAmbient': 26, 'weather.graphics': '3_clear', sunAngle: 10 },
      {},
      { temperatureC: 26, sky: 'clear', rainPercent: null, hour: 10 },
    ],
    ['a game that says nothing', {}, {}, { temperatureC: null, sky: null, rainPercent: null, hour: null }],
  ]
  for (const [what, options, ofSegment, is] of rows) assert.deepEqual(segmentWeather(options as never, ofSegment as never), is, what)
})
