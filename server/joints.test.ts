import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fact, type Fact } from '#core/joint.ts'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import type { RecordFact } from './room.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const exported = await Promise.all(
  globSync(['modules/*/contract/facts.ts', 'server/**/facts.ts'], { cwd: ROOT }).map(
    async (file) => [file, (await import(path.join(ROOT, file))) as Readonly<Record<string, unknown>>] as const,
  ),
)
const facts = exported.flatMap(([file, values]) =>
  Object.entries(values).flatMap(([name, value]) => (typeof value === 'object' ? [{ file, name, fact: value as Fact }] : [])),
)

test('a fact is called as its value is, and no two are called the same', () => {
  assert.ok(facts.length > 50)
  for (const { file, name, fact } of facts) assert.equal(fact.name, name, file)
  assert.equal(new Set(facts.map(({ name }) => name)).size, facts.length)
})

test('somebody records every fact', () => {
  const sources = globSync(['modules/**/*.ts', 'server/**/*.ts'], { cwd: ROOT, exclude: ['**/facts.ts', '**/*.test.ts', '**/*.fixture.ts'] })
  const text = sources.map((file) => readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/^import [^;]*? from '.*$/gm, '')).join('\n')
  for (const { file, name } of facts) assert.match(text, new RegExp(`\\b${name}\\b`), `${file}: nobody records ${name}`)
})

type AtSession = { readonly sessionId: SessionId; readonly leagueId: LeagueId }
const about = ({ sessionId, leagueId }: AtSession) => ({ id: sessionId, leagueId, topics: [`session:${sessionId}`] })
const Ended = fact('Ended', 'session', (data: AtSession & { readonly reason: string | null }) => about(data))
const [sessionId, leagueId, userId] = ['s', 'l', 'u'] as [SessionId, LeagueId, UserId]

test('what does not fit its fact does not compile', () => {
  const record: RecordFact = (of, data) => void of.about(data)
  const wrong = [
    // @ts-expect-error -- a field is missing
    () => record(Ended, { sessionId, leagueId }),
    // @ts-expect-error -- a field too many
    () => record(Ended, { sessionId, leagueId, reason: null, more: 1 }),
    // @ts-expect-error -- another thing's id
    () => record(Ended, { sessionId: userId, leagueId, reason: null }),
    // @ts-expect-error -- a word that is not its id's
    () => fact('Ended', 'race', about),
    // @ts-expect-error -- what the database does not give back as it was
    () => fact('Ended', 'session', (data: AtSession & { readonly at: Date }) => about(data)),
  ]
  assert.equal(wrong.length, 5)
})
