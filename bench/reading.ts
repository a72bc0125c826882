import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { GameId } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { accFile, accLine } from '#modules/results/results.fixture.ts'
import { median, ms, type Line } from './table.ts'

const SHARED = path.resolve(import.meta.dirname, '../../shared/data/results')
const ROUNDS = 7
const TIMES = 5

type File = { readonly name: string; readonly bytes: Uint8Array }

/** Result files of the games against JSON.parse of the same bytes. */
export function readingLines(): readonly Line[] {
  return (['acc', 'assetto_corsa'] as const).flatMap((game) => {
    const files = filesOf(game)
    if (files.length === 0) return []
    const read = gameOf(game as GameId)!.readResults!
    const own: number[] = []
    const bare: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(timed(() => files.forEach(({ bytes }) => void JSON.parse(textOf(bytes)))))
      own.push(timed(() => files.forEach((file) => void read(file))))
    }
    const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    return [
      {
        name: `result files of ${game} (${files.length}, ${Math.round(size / 1024)} kB)`,
        figure: ms(median(own)),
        reference: `${ms(median(bare))} (JSON.parse of the same bytes)`,
        ratio: median(own) / median(bare),
        goal: { most: 6 },
      },
    ]
  })
}

/** Real ones where they are at hand, else one as a server would write it. */
function filesOf(game: 'acc' | 'assetto_corsa'): readonly File[] {
  const folder = path.join(SHARED, game === 'acc' ? 'acc' : 'ac')
  const read = gameOf(game as GameId)?.readResults
  const found = existsSync(folder) ? globSync('**/*.json', { cwd: folder }) : []
  const files = found.map((name): File => ({ name: path.basename(name), bytes: readFileSync(path.join(folder, name)) }))
  const real = files.filter((file) => isJson(file) && read?.(file).ok)
  if (real.length > 0 || game !== 'acc') return real
  const rows = Array.from({ length: 40 }, (_, n) =>
    accLine(n + 1, String(7656119800000000 + n), `Driver ${n}`, 30, 3_000_000 + n * 500, 100_000 + n * 20),
  )
  return [{ name: '260101_200000_R.json', bytes: accFile('R', 1, rows) }]
}

/** ACC writes UTF-16, others UTF-8. */
const textOf = (bytes: Uint8Array): string => {
  const text = new TextDecoder(bytes[1] === 0 || (bytes[0] === 0xff && bytes[1] === 0xfe) ? 'utf-16le' : 'utf-8').decode(bytes)
  return text.codePointAt(0) === 0xfe_ff ? text.slice(1) : text
}

function isJson({ bytes }: File): boolean {
  try {
    JSON.parse(textOf(bytes))
    return true
  } catch {
    return false
  }
}

function timed(work: () => void): number {
  const beganAt = performance.now()
  for (let time = 0; time < TIMES; time++) work()
  return (performance.now() - beganAt) / TIMES
}
