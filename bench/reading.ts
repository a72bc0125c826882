import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Game, ReadResults } from '#games/game.ts'
import { PLAYABLE } from '#games/index.ts'
import { accFile, accLine } from '#modules/results/results.fixture.ts'
import { ms, type Line } from './table.ts'
import { tokensIn } from './tokens.ts'

const SHARED = path.resolve(import.meta.dirname, '../../shared/data/results')
/** Real files lie in folders named like their game, one by its short name. */
const folderOf = ({ id }: Game): string => path.join(SHARED, id === 'assetto_corsa' ? 'ac' : id)
const ROUNDS = 9
/** Small files are read again and again until it takes this long: the clock's own steps and the engine's must not show. */
const ROUND_MS = 12
const WARM_UP_MS = 150
const MOST = { JSON: 4, XML: 3 } as const

type Read = (file: File) => ReadResults
/** `bare` are the bytes a bare parser takes: the same, but for the notes AMS2 writes between them. */
type File = { readonly name: string; readonly bytes: Uint8Array; readonly bare: Uint8Array; readonly kind: 'JSON' | 'XML' }
type Seen = { readonly file: File; readonly own: number; readonly bare: number }

/** Result files of every game against a bare parser of the same bytes, decoding included; one line each, the worst file noted. */
export function readingLines(): readonly Line[] {
  return PLAYABLE.flatMap((game) => {
    const read = game.readResults
    const files = read ? filesOf(game, read) : []
    if (!read || files.length === 0) return []
    for (const file of files) warmUp(file, read)
    const seen = files.map((file) => measured(file, read))
    const sum = (of: (one: Seen) => number): number => seen.reduce((all, one) => all + of(one), 0)
    const size = sum(({ file }) => file.bytes.length)
    const ratio = sum(({ own }) => own) / sum(({ bare }) => bare)
    const worst = seen.reduce((a, b) => (b.own / b.bare > a.own / a.bare ? b : a))
    const kind = files[0]?.kind ?? 'JSON'
    const rate = (timeMs: number): string => `${(size / 1000 / timeMs).toFixed(0)} MB/s`
    return [
      {
        name: `result files of ${game.shortName} (${files.length}, ${Math.round(size / 1000)} kB)`,
        figure: `${rate(sum(({ own }) => own))}, ${ms(sum(({ own }) => own))}`,
        reference: `${rate(sum(({ bare }) => bare))} (${kind === 'JSON' ? 'JSON.parse' : 'a bare XML tokeniser'} of the same bytes)`,
        ratio,
        goal: { most: MOST[kind] },
        note: `${game.shortName}, the file furthest behind: ${(worst.own / worst.bare).toFixed(2)} times, ${worst.file.name} of ${(worst.file.bytes.length / 1000).toFixed(1)} kB.`,
      },
    ]
  })
}

/** Best of rounds in turn: whatever else the machine does can only add. */
function measured(file: File, read: Read): Seen {
  const [own, bare] = [[] as number[], [] as number[]]
  const times = Math.max(1, Math.round(ROUND_MS / timed(() => void read(file), 1)))
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(timed(() => parseBare(file), times))
    own.push(timed(() => void read(file), times))
  }
  return { file, own: Math.min(...own), bare: Math.min(...bare) }
}

function warmUp(file: File, read: Read): void {
  const until = performance.now() + WARM_UP_MS
  while (performance.now() < until) {
    read(file)
    parseBare(file)
  }
}

function timed(work: () => void, times: number): number {
  const beganAt = performance.now()
  for (let time = 0; time < times; time++) work()
  return (performance.now() - beganAt) / times
}

const parseBare = ({ bare, kind }: File): unknown => (kind === 'JSON' ? JSON.parse(textOf(bare)) : tokensIn(textOf(bare)))

/** Real ones where they are at hand, else one as a server would write it. */
function filesOf(game: Game, read: Read): readonly File[] {
  const folder = folderOf(game)
  const found = existsSync(folder) ? globSync('*.{json,xml}', { cwd: folder }).filter((name) => name !== 'expectations.json') : []
  const real = found.map((name) => fileOf(name, readFileSync(path.join(folder, name)))).filter((file) => isBare(file) && read(file).ok)
  if (real.length > 0 || game.id !== 'acc') return real
  const rows = Array.from({ length: 40 }, (_, n) =>
    accLine(n + 1, String(7656119800000000 + n), `Driver ${n}`, 30, 3_000_000 + n * 500, 100_000 + n * 20),
  )
  return [fileOf('260101_200000_R.json', accFile('R', 1, rows))]
}

function fileOf(name: string, bytes: Uint8Array): File {
  const kind = textOf(bytes).trimStart().startsWith('<') ? 'XML' : 'JSON'
  const isNoted = bytes[0] === 0x2f
  const bare = isNoted ? new TextEncoder().encode(textOf(bytes).replaceAll(/^\s*\/\/.*$/gm, '')) : bytes
  return { name, bytes, bare, kind }
}

/** ACC writes UTF-16, some servers of LMU's family Windows-1252, others UTF-8. */
const UTF8 = new TextDecoder('utf-8')
const textOf = (bytes: Uint8Array): string => {
  const text = bytes[1] === 0 || (bytes[0] === 0xff && bytes[1] === 0xfe) ? new TextDecoder('utf-16le').decode(bytes) : UTF8.decode(bytes)
  return text.codePointAt(0) === 0xfe_ff ? text.slice(1) : text
}

function isBare(file: File): boolean {
  try {
    parseBare(file)
    return true
  } catch {
    return false
  }
}
