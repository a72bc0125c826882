import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { fact, type Fact, type Notice } from '#core/joint.ts'
import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import type { RecordFact } from './room.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** The values that these files export. */
const exported = async (...patterns: readonly string[]) => {
  const files = globSync(patterns, { cwd: ROOT })
  const all = await Promise.all(
    files.map(async (file) => [file, (await import(path.join(ROOT, file))) as Readonly<Record<string, unknown>>] as const),
  )
  return all.flatMap(([file, values]) =>
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'object' ? [{ file, name, value: value as object }] : [])),
  )
}
const facts = (await exported('modules/*/contract/facts.ts', 'server/**/facts.ts')).map(({ value, ...at }) => ({ ...at, fact: value as Fact }))
const notices = (await exported('modules/*/contract/notices.ts')).flatMap(({ value }) => Object.values(value as Readonly<Record<string, Notice>>))

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

const named = (text: string): readonly string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!)

test('what people are told has its sentence in every language we have, which names nothing but what comes with it', () => {
  assert.ok(notices.length > 10)
  assert.equal(new Set(notices.map(({ kind }) => kind)).size, notices.length)
  const texts = globSync('locales/*/notifications.json', { cwd: ROOT }).map((file) => {
    const { kinds } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as { readonly kinds: Readonly<Record<string, string>> }
    return [file, kinds] as const
  })
  assert.ok(texts.length > 0)
  for (const { kind, params, mail } of notices) {
    const sentences = texts.map(([file, kinds]) => [file, kinds[kind]] as const)
    for (const [where, sentence] of [...sentences, ...mail.map((text) => ['its mail', text] as const)]) {
      assert.ok(sentence, `${where} has no sentence for ${kind}`)
      for (const name of named(sentence))
        assert.ok((params as readonly string[]).includes(name), `${where} names ${name}, which ${kind} does not have`)
    }
  }
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
