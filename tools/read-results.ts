/** `npm run -s read-results -- --game acc FILE…`: one JSON object per file and line. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Game } from '#games/game.ts'
import { PLAYABLE } from '#games/index.ts'
import { lmu } from '#games/lmu/lmu.ts'

/** Games that write what another does: rFactor 2 is the father of Le Mans Ultimate. */
const RELATIVES: Readonly<Record<string, string>> = { rf2: lmu.id }
const USAGE = `usage: read-results --game ${PLAYABLE.flatMap((game) => (game.readResults ? [game.shortName.toLowerCase()] : [])).join('|')} FILE…\n`

async function main(args: readonly string[]): Promise<number> {
  const asked = parse(args)
  const wanted = asked?.game?.toLowerCase() ?? ''
  const name = Object.hasOwn(RELATIVES, wanted) ? RELATIVES[wanted] : wanted
  const game = PLAYABLE.find(({ id, shortName }) => name === id || name === shortName.toLowerCase())
  if (!asked || !game?.readResults || asked.files.length === 0) {
    process.stderr.write(USAGE)
    return 2
  }
  for (const file of asked.files) process.stdout.write(`${JSON.stringify({ file, ...(await readOne(game.readResults, file)) })}\n`)
  return 0
}

function parse(args: readonly string[]): { readonly game: string | undefined; readonly files: readonly string[] } | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { game: { type: 'string' } }, allowPositionals: true })
    return { game: values.game, files: positionals }
  } catch {
    return null
  }
}

/** As a file tells it: outside this house its parts are sessions. */
async function readOne(readResults: NonNullable<Game['readResults']>, file: string): Promise<object> {
  try {
    const read = readResults({ name: file, bytes: await readFile(file) })
    return read.ok ? { ok: true, sessions: read.segments.map(({ segmentIndex: sessionIndex, ...one }) => ({ ...one, sessionIndex })) } : read
  } catch (fault) {
    return { ok: false, code: 'IMPORT_UNREADABLE', reason: fault instanceof Error ? fault.message : String(fault) }
  }
}

process.exitCode = await main(process.argv.slice(2))
