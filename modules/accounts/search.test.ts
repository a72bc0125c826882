import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { UserId } from '#core/ids.ts'
import { folded, holds, isForgiving, wordsOf } from '#core/search/finding.ts'
import { rated } from '#modules/ranking/ranking.fixture.ts'
import { person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { accountsContract } from './contract.ts'

const DRIVERS = [
  'Íñigo Sáez',
  'Jonas Weber',
  'Jonas Weberling',
  'Otto Jonasson',
  'Weber Jonas',
  'Zoë Ørsted',
  "Kevin O'Brien",
  'Søren Łukasz',
  'Ana de la Cruz y Vegas',
] as const

describe('the search for drivers', () => {
  let server: TestServer
  before(async () => {
    server = await testServer()
    for (const name of DRIVERS) await person(server, name)
  })
  after(() => server.stop())

  const search = async (words: string) =>
    (await server.visitor.ask(accountsContract.searchUsers, { search: words })).body.users.map(({ name }) => name)

  for (const [what, typed, found] of [
    ['called exactly so first', 'jonas weber', ['Jonas Weber', 'Jonas Weberling', 'Weber Jonas']],
    ['words in another order', 'weber jonas', ['Weber Jonas', 'Jonas Weber', 'Jonas Weberling']],
    ['what begins so before what merely has it', 'jonas', ['Jonas Weber', 'Jonas Weberling', 'Otto Jonasson', 'Weber Jonas']],
    ['beginnings of words', 'ot jo', ['Otto Jonasson']],
    ['accents left out', 'inigo saez', ['Íñigo Sáez']],
    ['accents typed', 'zöe', ['Zoë Ørsted']],
    ['letters that are no accents', 'orsted', ['Zoë Ørsted']],
    ['letters that are no accents', 'lukasz soren', ['Søren Łukasz']],
    ['an apostrophe left out', 'obrien', ["Kevin O'Brien"]],
    ['a letter wrong', 'orstef', ['Zoë Ørsted']],
    ['a letter missing, the other word right', 'otto jonason', ['Otto Jonasson']],
    ['two letters in turn', 'kveni', []],
    ['two letters in turn', 'kvein', ["Kevin O'Brien"]],
    ['a letter wrong in a short word', 'ottp', []],
    ['signs of patterns', '%_', []],
    ['signs of patterns', '\\%\\', []],
    ['many words', 'vegas ana de la cruz', ['Ana de la Cruz y Vegas']],
    ['many words, a letter wrong', 'vegsa ana de la cruz', ['Ana de la Cruz y Vegas']],
    ['a picture', '🏁🏁', []],
    ['direction marks', '\u202Enorves', []],
  ] as const)
    test(`${what}: ${typed}`, async () => assert.deepEqual(await search(typed), found))

  test('what was found says what it has reached over all games, and says it anew after a race', async () => {
    const found = async () => {
      const { users } = (await server.visitor.ask(accountsContract.searchUsers, { search: 'weber' })).body
      return new Map(users.map(({ name, rating }) => [name, rating]))
    }
    assert.deepEqual([...new Set((await found()).values())], [null])
    const { rows } = await server.running.machine.pool.query<{ id: UserId }>("select id from users order by name = 'Jonas Weber' desc, name")
    await rated(
      server,
      'acc',
      rows.map(({ id }) => id),
    )
    const [jonas, weber] = [(await found()).get('Jonas Weber'), (await found()).get('Weber Jonas')]
    assert.equal(jonas?.license, 'ROOKIE')
    assert.ok(jonas.rank > 1500 && weber && weber.rank < jonas.rank, `${jonas.rank} ${weber?.rank}`)
  })

  test('whatever was asked before, finds those in whom the words are, or else all but one are', async () => {
    const words = DRIVERS.flatMap((name) => wordsOf(name))
    const typed = fc.array(fc.tuple(fc.constantFrom(...words), fc.nat(9), fc.constantFrom('begun', 'damaged', 'whole')), {
      minLength: 1,
      maxLength: 3,
    })
    const said = (word: string, at: number, how: string): string =>
      how === 'begun' ? word.slice(0, at + 1) : how === 'damaged' ? `${word.slice(0, at)}x${word.slice(at + 1)}` : word
    for (const parts of fc.sample(typed, 80)) {
      const asked = parts.map((part) => said(...part)).join(' ')
      if (asked.length < 2) continue
      const found = await search(asked)
      assert.deepEqual(found.toSorted(), wanted(asked), asked)
    }
  })

  /** The rule of core/search/finding.ts, driver by driver. */
  const wanted = (typed: string): readonly string[] => {
    const finding = (wrong: string | null) =>
      DRIVERS.filter((name) => wordsOf(typed).every((word) => holds(word, word === wrong)(folded(name)))) as readonly string[]
    const exact = finding(null)
    return exact.length > 0 ? exact.toSorted() : [...new Set(wordsOf(typed).filter(isForgiving).flatMap(finding))].toSorted()
  }

  test('words of any length are answered', async () => {
    assert.deepEqual(await search('weber '.repeat(10)), ['Jonas Weber', 'Jonas Weberling', 'Weber Jonas'])
    assert.deepEqual(await search('xbcde '.repeat(10)), [])
    assert.equal((await server.visitor.fetch(`/public/users?search=${'x'.repeat(10_000)}`)).status, 400)
  })
})
