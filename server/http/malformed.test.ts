import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import type { Contract } from '#core/contract.ts'
import { LOCALES, type Locale } from '#core/locale.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { ROOMS } from '../registry.ts'
import { malformed } from './malformed.ts'
import { refusalMessage } from './messages.ts'

const sentences = new Map(
  LOCALES.map((locale) => [
    locale,
    JSON.parse(readFileSync(new URL(`../../locales/${locale}/refusals.json`, import.meta.url), 'utf8')) as Record<string, string>,
  ]),
)
const inputOf = (contract: Contract): z.ZodType => (contract.kind === 'command' ? contract.body : contract.params)
const saidOf = (schema: z.ZodType, given: unknown, locale: Locale = 'en'): readonly unknown[] => {
  const read = schema.safeParse(given)
  assert.ok(!read.success, JSON.stringify(given))
  const { refusal } = malformed(read.error)
  return [refusal.params['field'], refusalMessage(refusal, locale)]
}

test('what cannot be taken is said in words, at its field', () => {
  const league = { name: 'Apex', shortName: 'APEX', languages: ['en'], directJoin: true }
  for (const [contract, given, field, sentence] of [
    [leaguesContract.AddLeague, { ...league, shortName: 'a b' }, 'shortName', 'Use 2 to 12 letters from a to z, digits, hyphens or underscores.'],
    [leaguesContract.AddLeague, { ...league, password: 'ab' }, 'password', 'Use 4 to 32 letters from a to z, digits or signs, without accents.'],
    [leaguesContract.AddLeague, { ...league, name: 'A' }, 'name', 'Too short: enter at least 3 characters.'],
    [leaguesContract.AddLeague, { ...league, name: 'A'.repeat(61) }, 'name', 'Too long: at most 60 characters fit.'],
    [leaguesContract.AddLeague, { ...league, name: 'A'.repeat(900) }, 'name', 'Too long: at most 60 characters fit.'],
    [leaguesContract.AddLeague, { ...league, name: undefined }, 'name', 'This is missing. Fill it in.'],
    [leaguesContract.AddLeague, { ...league, languages: [] }, 'languages', 'Too few: choose at least 1.'],
    [leaguesContract.AddLeague, { ...league, languages: ['xx'] }, 'languages.0', 'This is none of the choices. Pick one from the list.'],
    [leaguesContract.AddLeague, { ...league, inviteLink: 'http://x.org' }, 'inviteLink', 'This is no link. Enter one that begins with https://.'],
    [leaguesContract.AddLeague, { ...league, colour: 'red' }, 'colour', 'There is no such field: colour. Load the page again.'],
    [
      accountsContract.ChangeName,
      { name: 'Max_97' },
      'name',
      'Use 2 to 40 letters of any alphabet, digits, spaces, apostrophes, hyphens or full stops.',
    ],
    [accountsContract.ChangeCountry, { country: 'XX' }, 'country', 'There is no such country. Pick one from the list.'],
    [sessionsContract.publicEvents, { limit: 0 }, 'limit', 'Too small: enter at least 1.'],
  ] as const)
    assert.deepEqual(saidOf(inputOf(contract), given), [field, sentence], JSON.stringify(given))
  assert.deepEqual(saidOf(accountsContract.ChangeCountry.body, { country: 'XX' }, 'de'), [
    'country',
    'Dieses Land gibt es nicht. Wähle aus der Liste.',
  ])
})

test('every contract, whatever it is sent, has a sentence in every language', () => {
  const wrong = [undefined, null, -1, 1e9, '', '\u0000', 'x'.repeat(30_000), 'ä ö', [], {}, true, Array.from({ length: 200 }, () => 'x'), { x: 1 }]
  const words = new Set<string>()
  for (const contract of ROOMS.flatMap(({ contracts }) => Object.values(contracts))) {
    const schema = inputOf(contract)
    const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    for (const given of [...wrong, ...fields.flatMap((field) => wrong.map((value) => ({ [field]: value }))), { nonsense: 1 }]) {
      const read = schema.safeParse(given)
      // its first fault is often a missing field: each is looked at
      for (const issue of read.error?.issues ?? []) words.add(String(malformed(new z.ZodError([issue])).refusal.params['reason']))
    }
  }
  assert.ok(words.size > 12, [...words].join(' '))
  for (const [locale, known] of sentences) for (const word of words) assert.ok(known[`MALFORMED.${word}`], `${locale}: ${word}`)
})
