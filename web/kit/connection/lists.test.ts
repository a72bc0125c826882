import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import * as ids from '#core/ids.ts'
import type { QueryContract } from '#core/contract.ts'
import { ROOMS } from '#server/registry.ts'
import { LISTS } from './lists.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** What has news of its own. */
const TOLD = new Set<unknown>([ids.sessionId, ids.leagueId, ids.userId, ids.splitId])
/** What has none: whoever shows it follows what its news are told of, on its behalf. */
const FOLLOWED = new Map<unknown, readonly string[]>([
  [ids.tournamentId, ['web/pages/season.tsx']],
  [ids.roundId, ['web/pages/round.tsx']],
  [ids.protestId, ['modules/protests/screens/case-page.tsx', 'modules/protests/screens/desk/desk-case.tsx']],
])
/** Asked by no page that stays open, or the same for as long as it does. */
const QUIET: Readonly<Record<string, string>> = {
  'accounts.me': 'asked for anew at every news of a person',
  'accounts.searchUsers': 'found while typing',
  'tournaments.publicTournaments': 'found while typing',
  'accounts.loginSessions': 'changed by its reader alone',
  'tournaments.myCalendar': 'made once, in a handler',
  'leagues.imageUpload': 'asked until it is there',
  'bop.template': 'asked in a handler',
  'sessions.catalogue': 'comes with the build',
  'result-files.comparedResults': 'two files, which stay as they are',
  'hosting.hostJobs': 'no page asks it',
  'rounds.tournamentSessions': 'no page asks it',
  'protests.reports': 'asked of one community, by its id',
}

type Shape = Readonly<Record<string, unknown>>
const shapeOf = ({ params }: QueryContract): Shape => (params as unknown as { readonly shape?: Shape }).shape ?? {}
const sources = globSync(['web/**/*.{ts,tsx}', 'modules/*/screens/**/*.{ts,tsx}'], { cwd: ROOT }).map((file) =>
  readFileSync(path.join(ROOT, file), 'utf8'),
)
/** Every page that asks says what the answer is about. */
function saysTopics(name: string): boolean {
  const asks = sources.flatMap((source) => [...source.matchAll(new RegExp(`useAsk\\(\\w+\\.${name}, .*`, 'g'))]).map(([line]) => line)
  return asks.length > 0 && asks.every((line) => line.includes('topics'))
}

for (const room of ROOMS)
  for (const [name, contract] of Object.entries(room.contracts)) {
    if (contract.kind !== 'query' || contract.produces || QUIET[`${room.name}.${name}`]) continue
    test(`news reach whoever has ${contract.path} on screen`, () => {
      const asked = Object.values(shapeOf(contract))
      if (asked.some((id) => TOLD.has(id))) return
      const follow = asked.flatMap((id) => FOLLOWED.get(id) ?? [])
      for (const file of follow) assert.match(readFileSync(path.join(ROOT, file), 'utf8'), /useLive\(.*\], (\w+\.)?id\)/, file)
      const isListed = Object.values(LISTS).some((paths) => paths.includes(contract.path))
      assert.ok(follow.length > 0 || isListed || saysTopics(name), `no id in it has news: LISTS of lists.ts, or \`topics\` where it is asked`)
    })
  }
