import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { refusalsOf, type Contract } from '#core/contract.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** No call of the room is refused with these: a page is told why something may not be, or a later room asks through the door and declares them. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'modules/entries/policy.ts: CAR_CHANGE_NOT_ALLOWED',
  'modules/members/rules.ts: MEMBER_REQUIRED',
  // a configuration is set by a call of leagues
  'modules/protests/policy.ts: REVIEWER_COUNT_ODD',
  'modules/results/policy.ts: ADMIN_REQUIRED',
  'modules/sessions/decide.ts: RESTART_WINDOW_OVER',
  // drivers of a season are picked by a call of pick-lists
  'modules/tournaments/decide/picked.ts: CLASS_LIMIT_REACHED',
  'modules/tournaments/decide/picked.ts: MEMBER_BANNED',
  'modules/tournaments/decide/picked.ts: REGISTRATION_FULL',
])
const roomOf = (file: string): string => file.split('/')[1]!

/** Every code that the calls of a room declare, by room. */
const DECLARED = new Map(
  await Promise.all(
    globSync('modules/*/contract.ts', { cwd: ROOT }).map(async (file) => {
      const read = (await import(pathToFileURL(path.join(ROOT, file)).href)) as Readonly<Record<string, unknown>>
      const contracts = Object.entries(read).flatMap(([name, value]) =>
        name.endsWith('Contract') ? Object.values(value as Record<string, Contract>) : [],
      )
      return [roomOf(file), new Set<string>(contracts.flatMap((contract) => refusalsOf(contract)))] as const
    }),
  ),
)
/** What a room's calls are refused by; its doors and listeners refuse the calls of other rooms. */
const SOURCES = globSync('modules/*/{rules,policy,decide,store,commands,queries}{.ts,/**/*.ts}', { cwd: ROOT })
  .filter((file) => DECLARED.has(roomOf(file)) && !/\.(test|fixture)\.ts$/.test(file))
  .sort()

test('what a room refuses with, one of its calls declares', () => {
  const faults = SOURCES.flatMap((file) => {
    const room = roomOf(file)
    const codes = [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\brefuse\(\s*'(\w+)'/g)].map(([, code]) => code!)
    return [...new Set(codes)]
      .filter((code) => !DECLARED.get(room)!.has(code) && !ELSEWHERE.has(`${file}: ${code}`))
      .map((code) => `${file}: refuses with ${code}, which no call in modules/${room}/contract.ts has among its refusals`)
  })
  assert.deepEqual(faults, [])
  assert.ok(SOURCES.length > 50)
})

/** Where a reason is said: in the refusal itself, or by a function of the room that makes it one. */
const REASONED = /\brefuse\('CONFIG_INVALID'[^)]*?reason: '([\w.]+)'|\b(?:bad|invalid)\([^()]*?, '(\w+)'/g

test('what is not possible is said in a sentence for its reason, never by the name of a field', () => {
  const said = JSON.parse(readFileSync(path.join(ROOT, 'locales/en/refusals.json'), 'utf8')) as Readonly<Record<string, string>>
  const reasons = new Set(
    SOURCES.flatMap((file) => [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(REASONED)].map(([, one, other]) => (one ?? other)!)),
  )
  assert.ok(reasons.size > 30, [...reasons].join(' '))
  assert.deepEqual(
    [...reasons].filter((reason) => !(`CONFIG_INVALID.${reason}` in said)),
    [],
  )
  const names = Object.entries(said).filter(([key, words]) => key.startsWith('CONFIG_INVALID') && words.includes('{{field}}'))
  assert.deepEqual(names, [])
})
