import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { lookOf } from './curve.ts'

// look.md: "Charts never use the timing colours: neutral hues, dashes, labels at the line's end, me thick and red."
type Rgb = readonly [number, number, number]
type Matrix = readonly [Rgb, Rgb, Rgb]

/** How colours look to who sees them all, and to who lacks one of three (Machado, Oliveira and Fernandes 2009, severity 1). */
const SEEN: Readonly<Record<string, Matrix>> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
/** In OKLab, where 0.02 is about the least that anybody sees. */
const LEAST_TO_TIMING = 0.14
const LEAST_TO_EACH_OTHER = 0.1
/** WCAG 1.4.11, of graphics. */
const LEAST_CONTRAST = 3

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')
const colours = (block: string) => [...block.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name, value]) => [name!, value!] as const)
/** Blocks of both files that set colours: dark, light by the system's choice, light by the reader's. */
const ofCharts = read('./looks.css').split(':root').slice(1)
const themes = read('../../style/tokens.css')
  .split(/^ *color-scheme:/m)
  .slice(1)
  .map((block, at) => new Map([...colours(block), ...colours(ofCharts[at] ?? '')]))

const linear = (hex: string): Rgb => {
  const whole = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1)
  return [0, 2, 4].map((at) => {
    const value = Number.parseInt(whole.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
}
const times = (rows: Matrix, by: Rgb): Rgb => rows.map((row) => row[0] * by[0] + row[1] * by[1] + row[2] * by[2]) as unknown as Rgb
const clamped = (value: Rgb): Rgb => value.map((one) => Math.min(1, Math.max(0, one))) as unknown as Rgb
function okLab(rgb: Rgb): Rgb {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map(Math.cbrt) as unknown as Rgb
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  )
}
const apart = (one: string, other: string, seen = 'all'): number => {
  const [a, b] = [one, other].map((hex) => okLab(clamped(times(SEEN[seen]!, linear(hex))))) as [Rgb, Rgb]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
const light = (hex: string): number => {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [low, high] = [light(one), light(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

test('lines of charts: apart from the colours of timing and from one another, in dark and light, whatever somebody sees', () => {
  assert.equal(themes.length, 3)
  for (const [no, theme] of themes.entries()) {
    const of = (name: string): string => theme.get(name) ?? assert.fail(`theme ${no} has no ${name}`)
    const lines = [1, 2, 3, 4].map((at) => of(`chart-${at}`))
    for (const [at, line] of lines.entries()) {
      assert.ok(contrast(line, of('surface')) >= LEAST_CONTRAST, `theme ${no}: ${line} on ${of('surface')}`)
      for (const timing of ['session-best', 'personal-best', 'lost', 'warn', 'live', 'primary'])
        assert.ok(apart(line, of(timing)) >= LEAST_TO_TIMING, `theme ${no}: ${line} and ${timing}, ${apart(line, of(timing))}`)
      for (const other of lines.slice(at + 1))
        for (const seen of Object.keys(SEEN))
          assert.ok(apart(line, other, seen) >= LEAST_TO_EACH_OTHER, `theme ${no}: ${line} and ${other} to ${seen}, ${apart(line, other, seen)}`)
    }
  }
})

test('sixteen lines have sixteen looks, and two that follow one another differ in colour and in dashes', () => {
  const looks = Array.from({ length: 16 }, (_, no) => lookOf(no))
  assert.equal(new Set(looks.map(({ color, dash }) => `${color} ${dash}`)).size, 16)
  for (const [no, look] of looks.slice(1).entries()) assert.ok(look.color !== looks[no]!.color && look.dash !== looks[no]!.dash, `line ${no + 1}`)
})
