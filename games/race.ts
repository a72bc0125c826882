/** Laps as a field of people would drive them; the emulated servers write them as their real ones would. Pure: chance is an argument. */

export type Racer = {
  /** Names of those who share the car, in the order they take over. */
  readonly drivers: readonly string[]
  /** Average speed of the car over a lap in metres per second, driven as well as anybody can. */
  readonly paceMps: number
}

export type Heat = {
  readonly race: boolean
  /** How long the session runs; 0 when `laps` ends it. */
  readonly durationMs: number
  readonly laps: number | null
  /** One more lap after the time is up. */
  readonly extraLap: boolean
  /** How long cars may take to finish after the winner, or after the session's end. */
  readonly overtimeMs: number
  readonly pitStops: number
  readonly lapLengthM: number
  /** The server's clock step: all times are multiples of it. */
  readonly tickMs: number
}

export type DrivenLap = {
  readonly timeMs: number
  readonly sectors: readonly number[]
  readonly valid: boolean
  /** Index into the racer's drivers. */
  readonly driver: number
  readonly pit: boolean
  readonly contact: 'car' | 'wall' | null
  /** When the line was crossed, counted from green. */
  readonly endMs: number
}

export type Driven = {
  /** Index into the racers. */
  readonly racer: number
  readonly laps: readonly DrivenLap[]
  /** Time of the last crossing; 0 without a lap. */
  readonly totalMs: number
  /** Fastest valid lap. */
  readonly bestMs: number | null
}

type Chance = () => number

const SLOWEST_SHARE = 0.05
const NOISE_SHARE = 0.003
const INVALID_LAPS = 0.04
const CONTACTS = 0.012
const RETIREMENTS = 0.03
const PIT_LOSS_MS = 42_000
const LAUNCH_LOSS_MS = 3500
const PLACE_LOSS_MS = 320
/** Drag strips and broken lengths would make laps without end. */
const SHORTEST_LAP_MS = 20_000
const SECTOR_SHARES = [0.31, 0.36]

/** All racers in the official order: in a race most laps first, then least time; otherwise fastest valid lap. `grid` holds indexes of racers. */
export function drive(heat: Heat, racers: readonly Racer[], grid: readonly number[], chance: Chance): readonly Driven[] {
  const all = grid.map((racer, place) => ({ racer, ...(heat.race ? raceLaps : stintLaps)(heat, racers[racer] ?? NOBODY, place, chance) }))
  if (!heat.race) return all.map(({ racer, laps }) => driven(racer, laps)).sort((a, b) => (a.bestMs ?? Infinity) - (b.bestMs ?? Infinity) || 0)

  const flagMs = winnersTime(heat, all)
  return all
    .map(({ racer, laps, retired }) =>
      driven(racer, retired ? laps.filter(({ endMs }) => endMs <= flagMs) : untilFlag(laps, flagMs, heat.overtimeMs)),
    )
    .sort((a, b) => b.laps.length - a.laps.length || a.totalMs - b.totalMs)
}

/** When the session ends: the last crossing, at least its planned time. */
export const endOf = (heat: Heat, rows: readonly Driven[]): number => Math.max(heat.race ? 0 : heat.durationMs, ...rows.map((row) => row.totalMs))

/** Whether a car of a race stopped for good: nobody else crosses the line for the last time before the winner does. */
export const gaveUp = (rows: readonly Driven[], row: Driven): boolean => row.totalMs < (rows[0]?.totalMs ?? 0)

/** The skill of a name, always the same: 1 is as fast as the car goes, larger is slower. */
export function skillOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193) >>> 0
  // FNV mixes short names badly into the high bits, which decide here.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return 1 + SLOWEST_SHARE * ((hash >>> 8) / 2 ** 24) ** 1.5
}

const NOBODY: Racer = { drivers: [''], paceMps: 40 }

function raceLaps(heat: Heat, racer: Racer, place: number, chance: Chance): { laps: readonly DrivenLap[]; retired: boolean } {
  const distance = heat.laps ?? Math.ceil(heat.durationMs / lapMs(heat, racer, 0)) + 2
  const retired = chance() < RETIREMENTS
  const stops = stopLaps(distance, Math.max(heat.pitStops, racer.drivers.length - 1))
  const last = retired ? 1 + Math.floor(chance() * distance * 0.8) : distance
  const laps = chain(heat, racer, last, chance, (number) => ({
    driver: stops.filter((stop) => stop < number).length % racer.drivers.length,
    pit: stops.includes(number),
    lossMs: number === 1 ? LAUNCH_LOSS_MS + place * PLACE_LOSS_MS : stops.includes(number) ? PIT_LOSS_MS : 0,
  }))
  return { laps, retired }
}

/** Practice and qualifying: runs of some laps with a rest in the pits, every driver of a car for an equal part. */
function stintLaps(heat: Heat, racer: Racer, _place: number, chance: Chance): { laps: readonly DrivenLap[]; retired: boolean } {
  const most = Math.ceil(heat.durationMs / lapMs(heat, racer, 0)) + 1
  const run = 4 + Math.floor(chance() * 5)
  const startMs = Math.floor(chance() * 40_000)
  const laps = chain(heat, racer, most, chance, (number, atMs) => ({
    driver: Math.min(racer.drivers.length - 1, Math.floor((atMs / heat.durationMs) * racer.drivers.length)),
    pit: number % run === 0,
    lossMs: number === 1 ? startMs + 15_000 : number % run === 1 ? 60_000 + PIT_LOSS_MS : 0,
  }))
  // A lap counts when it was begun in time and ends in the overtime.
  return { laps: laps.filter((lap) => lap.endMs - lap.timeMs < heat.durationMs && lap.endMs <= heat.durationMs + heat.overtimeMs), retired: false }
}

type Plan = (number: number, atMs: number) => { readonly driver: number; readonly pit: boolean; readonly lossMs: number }

function chain(heat: Heat, racer: Racer, count: number, chance: Chance, plan: Plan): readonly DrivenLap[] {
  const laps: DrivenLap[] = []
  let atMs = 0
  for (let number = 1; number <= count; number++) {
    const { driver, pit, lossMs } = plan(number, atMs)
    const valid = chance() >= INVALID_LAPS
    const contact = chance() >= CONTACTS ? null : chance() < 0.5 ? 'car' : 'wall'
    // Two throws make small differences likely and large ones rare.
    const noise = (chance() + chance() - 1) * NOISE_SHARE
    const clean = lapMs(heat, racer, driver) * (1 + noise)
    const sectors = sectorsOf(clean + lossMs + (contact ? 2000 : 0), number === 1 ? lossMs : 0, heat.tickMs)
    const timeMs = sectors.reduce((sum, sector) => sum + sector, 0)
    atMs += timeMs
    laps.push({ timeMs, sectors, valid, driver, pit, contact, endMs: atMs })
  }
  return laps
}

/** The time lost on the way to the first lap lies in its first sector. */
function sectorsOf(lapMs: number, firstMs: number, tickMs: number): readonly number[] {
  const ticks = (ms: number): number => Math.max(1, Math.round(ms / tickMs)) * tickMs
  const [a, b] = SECTOR_SHARES.map((share, i) => ticks((lapMs - firstMs) * share + (i === 0 ? firstMs : 0)))
  return [a ?? tickMs, b ?? tickMs, ticks(lapMs - (a ?? 0) - (b ?? 0))]
}

const lapMs = (heat: Heat, racer: Racer, driver: number): number =>
  Math.max(SHORTEST_LAP_MS, (heat.lapLengthM / racer.paceMps) * 1000) * skillOf(racer.drivers[driver] ?? '')

const stopLaps = (distance: number, stops: number): readonly number[] =>
  Array.from({ length: Math.min(stops, Math.max(0, distance - 2)) }, (_, i) => Math.round(((i + 1) * distance) / (stops + 1)))

/** The first to complete the last lap wins; that lap is the one the leader is on when the time is up. */
function winnersTime(heat: Heat, all: readonly { readonly laps: readonly DrivenLap[]; readonly retired: boolean }[]): number {
  const running = all.filter(({ retired }) => !retired)
  const done = (laps: readonly DrivenLap[]): number => laps.filter(({ endMs }) => endMs <= heat.durationMs).length
  const lastLap = heat.laps ?? Math.max(0, ...running.map(({ laps }) => done(laps))) + (heat.extraLap ? 2 : 1)
  const times = running.flatMap(({ laps }) => laps[lastLap - 1]?.endMs ?? [])
  return times.length > 0 ? Math.min(...times) : heat.durationMs
}

/** A car is done at its first crossing after the flag, if it makes it in time. */
function untilFlag(laps: readonly DrivenLap[], flagMs: number, overtimeMs: number): readonly DrivenLap[] {
  const last = laps.findIndex(({ endMs }) => endMs >= flagMs)
  return (last < 0 ? laps : laps.slice(0, last + 1)).filter(({ endMs }) => endMs <= flagMs + overtimeMs)
}

const driven = (racer: number, laps: readonly DrivenLap[]): Driven => ({
  racer,
  laps,
  totalMs: laps.at(-1)?.endMs ?? 0,
  bestMs: laps.reduce((best: number | null, lap) => (lap.valid && (best === null || lap.timeMs < best) ? lap.timeMs : best), null),
})
