import { folded, wordsOf } from '#core/search/finding.ts'
import type { BopBounds } from './bop-state.ts'

type Car = { readonly id: string; readonly name: string }
type Values = { readonly ballastkg: number; readonly restrictor?: number }
export type PasteFault = {
  readonly line: number
  readonly what: 'numbers' | 'unknown' | 'several' | 'twice' | 'ballast' | 'restrictor'
  /** What of the line it is about. */
  readonly text: string
}
export type Pasted = { readonly values: Readonly<Record<string, Values>>; readonly faults: readonly PasteFault[] }

type Reading = { readonly name: string; readonly values: Values }

/**
 * What a list says: a car on each line by its id or name, ballast in kg, restrictor in % where there is one; parted by tabs, semicolons, commas or
 * blanks. A first line without numbers is a table's head. What is wrong is told by its line, and the rest is taken.
 */
export function readPaste(text: string, cars: readonly Car[], bounds: BopBounds): Pasted {
  const values: Record<string, Values> = {}
  const faults: PasteFault[] = []
  const lines = text.split(/\r?\n/).map((written, index) => ({ written: written.trim(), line: index + 1 }))
  for (const [index, { written, line }] of lines.filter((one) => one.written !== '').entries()) {
    const readings = readingsOf(written)
    if (readings.length === 0) {
      if (index > 0 || /\d/.test(written)) faults.push({ line, what: 'numbers', text: written })
      continue
    }
    const named = readings.map((reading) => ({ reading, found: carsCalled(reading.name, cars) }))
    // a number may end a car's name: the reading that knows a car is the right one
    const { reading, found } = named.find((one) => one.found.length === 1) ?? named.find((one) => one.found.length > 0) ?? named[0]!
    const fault = faultOf(reading, found, values, bounds)
    if (fault) faults.push({ line, ...fault })
    else values[found[0]!.id] = reading.values
  }
  return { values, faults }
}

function faultOf(
  { name, values: read }: Reading,
  found: readonly Car[],
  values: Pasted['values'],
  { ballastkg, restrictor }: BopBounds,
): Omit<PasteFault, 'line'> | null {
  const [car, another] = found
  if (!car) return { what: 'unknown', text: name }
  if (another) return { what: 'several', text: name }
  if (Object.hasOwn(values, car.id)) return { what: 'twice', text: car.name }
  const isWithin = (value: number, { min, max }: { readonly min: number; readonly max: number }): boolean => value >= min && value <= max
  if (!isWithin(read.ballastkg, ballastkg)) return { what: 'ballast', text: String(read.ballastkg) }
  if (read.restrictor !== undefined && !isWithin(read.restrictor, restrictor)) return { what: 'restrictor', text: String(read.restrictor) }
  return null
}

const NUMBER = String.raw`([-+−]?\d+)`
const BALLAST = String.raw`${NUMBER}\s*(?:kg)?`
const RESTRICTOR = String.raw`${NUMBER}\s*%?`
// a number does not begin within another, and a name does not end within one
const LINES = [new RegExp(`^(.+?)[\\s,;|]+${BALLAST}[\\s,;|]+${RESTRICTOR}$`, 'i'), new RegExp(`^(.+?)[\\s,;|]+${BALLAST}$`, 'i')] as const

/** How a line may be meant: its last two numbers are values, or the last alone. With cells between tabs or the like, those cells decide. */
function readingsOf(written: string): readonly Reading[] {
  const cells = cellsOf(written)
  if (cells) {
    const [name = '', ...rest] = cells
    const numbers = rest
      .filter((cell) => cell !== '')
      .map((cell) => new RegExp(`^(?:${BALLAST}|${RESTRICTOR})$`, 'i').exec(cell)?.slice(1).find(Boolean))
    const [ballast, restrictor] = numbers
    if (ballast === undefined || numbers.length > 2 || numbers.includes(undefined)) return []
    return [{ name, values: valuesOf(ballast, restrictor) }]
  }
  return LINES.flatMap((line) => {
    const [, name, ballast, restrictor] = line.exec(written) ?? []
    return name === undefined || ballast === undefined ? [] : [{ name, values: valuesOf(ballast, restrictor) }]
  })
}

/** The cells of a table's line, without the quotes a spreadsheet puts around them; `null` where it has none. */
function cellsOf(written: string): readonly string[] | null {
  const between = ['\t', ';', ',', '|'].find((sign) => written.includes(sign))
  return between === undefined ? null : written.split(between).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''))
}

const valuesOf = (ballast: string, restrictor: string | undefined): Values => ({
  ballastkg: numberOf(ballast),
  ...(restrictor === undefined ? {} : { restrictor: numberOf(restrictor) }),
})
const numberOf = (typed: string): number => Number(typed.replace('−', '-'))

/** The car of this id, or called so; else those with all of its words. */
function carsCalled(name: string, cars: readonly Car[]): readonly Car[] {
  const exact = cars.filter((car) => car.id === name || folded(car.name) === folded(name) || folded(car.id) === folded(name))
  if (exact.length > 0) return exact
  const words = wordsOf(name)
  return words.length === 0 ? [] : cars.filter((car) => words.every((word) => folded(car.name).includes(` ${word} `)))
}
