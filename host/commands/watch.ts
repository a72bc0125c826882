import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Game } from '#games/game.ts'
import { gameCalled } from '#games/index.ts'
import { collector, type Collector, type Found } from '../collect.ts'
import { platformAt, type Platform } from '../platform.ts'

const LOOK_MS = 500
const AWAY_MS = { first: 1000, most: 15_000 } as const
/** An event that has not begun takes no files yet. */
const NOT_YET_MS = 10_000
/** Nothing more can be handed in with this key. */
const KEY_IS_OVER: ReadonlySet<string> = new Set(['LOGIN_REQUIRED', 'NOT_FOUND', 'ADMIN_REQUIRED', 'ONBOARDING_REQUIRED'])

const OPTIONS = {
  platform: { type: 'string', default: '' },
  event: { type: 'string', default: '' },
  key: { type: 'string', default: '' },
  game: { type: 'string', default: '' },
  folder: { type: 'string', default: '' },
  since: { type: 'string', default: '' },
} as const

/**
 * Hands the result files of a folder in for one event whose server is elsewhere, whatever they are called: those that are written from `--since`
 * on, and those that come into the folder while it is watched. Goes on until it is ended, or its key is over; answers the exit code.
 */
export async function watch(args: readonly string[]): Promise<number> {
  const say = (what: string): void => void process.stdout.write(`${what}\n`)
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS })
    const game = gameCalled(values.game)
    if (!game?.readResults) throw new Error('--game must be a game whose result files can be read: ac, acc, r3e, ams2, lmu or iracing')
    if (!URL.canParse(values.platform)) throw new Error('--platform must be the address of the platform')
    if (!values.event || !values.key) throw new Error('--event and --key must be those of the event’s Admin tab')
    if (!existsSync(values.folder)) throw new Error(`there is no folder ${values.folder}`)
    const platform = platformAt(values.platform.replace(/\/$/, ''), values.key)
    const isResult = newIn(values.folder, Date.parse(values.since) || Date.now())
    // whoever reads this may write at once: what lay there before has been seen by now
    say(`watching ${values.folder}`)
    return await watchOn(values.folder, game, isResult, (file) => handIn(platform, values.event, file), say)
  } catch (fault) {
    say(`FAIL  ${(fault as Error).message}`)
    return 1
  }
}

/** What became of a file: it is done with, it is tried again after so long, or nothing more will be taken. */
type Fate = { readonly report: string } & ({ readonly next: 'done' | 'end' } | { readonly next: 'again'; readonly afterMs: number })

async function watchOn(
  folder: string,
  game: Game,
  isResult: (name: string) => boolean,
  send: (file: Found) => Promise<Fate>,
  say: (what: string) => void,
): Promise<number> {
  const files = collector(folder, {
    readResults: game.readResults,
    server: { launch: { results: { folder: '', isResult } } },
  })
  const done = new Map<string, string>()
  let [report, awayMs] = ['', 0]
  for (;;) {
    const fates: Fate[] = []
    for (const file of found(files, done, say)) {
      const fate = file.seen.state === 'whole' ? await send(file) : unread(file)
      fates.push(fate)
      // what is tried again and again is told once
      if (fate.report !== report) say((report = fate.report))
      if (fate.next === 'end') return 1
      if (fate.next === 'again') break
      done.set(file.name, file.sha256)
    }
    const last = fates.at(-1)
    awayMs = last?.next === 'again' ? Math.min(AWAY_MS.most, awayMs * 2 || last.afterMs) : 0
    await wait(awayMs || LOOK_MS)
  }
}

/** A file that its game still holds, or that was taken away meanwhile, is looked at again. */
function found(files: Collector, done: ReadonlyMap<string, string>, say: (what: string) => void): readonly Found[] {
  try {
    files.look()
    return [...files.whole(Object.fromEntries(done), null)].sort((a, b) => a.seen.mtimeMs - b.seen.mtimeMs)
  } catch (fault) {
    say(`not read yet: ${(fault as Error).message}`)
    return []
  }
}

/** Files that were written since then, and those that came or changed after the watch began. */
function newIn(folder: string, sinceMs: number): (name: string) => boolean {
  const timeOf = (name: string): number | null => {
    const stat = statSync(path.join(folder, name), { throwIfNoEntry: false })
    return stat?.isFile() ? stat.mtimeMs : null
  }
  const before = new Map(readdirSync(folder).map((name) => [name, timeOf(name)]))
  return (name) => {
    const atMs = timeOf(name)
    return atMs !== null && !name.startsWith('.') && (atMs >= sinceMs || atMs !== before.get(name))
  }
}

const unread = ({ name }: Found): Fate => ({ report: `left      ${name}: it cannot be read as a result file`, next: 'done' })

async function handIn(platform: Platform, eventId: string, { name, bytes }: Found): Promise<Fate> {
  const answer = await platform.handIn(eventId, { name, contentBase64: bytes.toString('base64') })
  if (answer === null) return { report: 'the platform cannot be reached, or has no time: it is asked again', next: 'again', afterMs: AWAY_MS.first }
  if (answer.ok) return { report: answer.value.isNew ? `handed in ${name}` : `known     ${name}`, next: 'done' }
  const why = answer.sentence ?? answer.code
  if (KEY_IS_OVER.has(answer.code)) return { report: `FAIL  the platform takes no files with this key: ${why}`, next: 'end' }
  // from the start on it takes them
  if (answer.code === 'WRONG_STATE') return { report: `waiting   ${name}: ${why}`, next: 'again', afterMs: NOT_YET_MS }
  return { report: `left      ${name}: ${why}`, next: 'done' }
}
