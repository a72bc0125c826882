import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planImages, setTerms } from './decide.ts'
import { atLeast, excerptOf, ROLES, sameTerms, termsIn } from './rules.ts'

const TERMS = { defaultLanguageCode: 'en' as const, translations: { en: 'Be kind.', de: 'Sei nett.' } }

test('a higher role includes the lower ones, none includes nothing', () => {
  const table = [null, ...ROLES].map((role) => ROLES.map((wanted) => atLeast(role, wanted)))
  assert.deepEqual(table, [
    [false, false, false, false],
    [true, false, false, false],
    [true, true, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ])
})

test('terms are read in the reader’s language, else in their default', () => {
  assert.deepEqual(termsIn('Be kind.', 'de'), { text: 'Be kind.', locale: null })
  assert.deepEqual(termsIn(TERMS, 'de'), { text: 'Sei nett.', locale: 'de' })
  assert.deepEqual(termsIn(TERMS, 'fr'), { text: 'Be kind.', locale: 'en' })
})

test('the same terms in another order are no new version', () => {
  const turned = { translations: { de: 'Sei nett.', en: 'Be kind.' }, defaultLanguageCode: 'en' as const }
  assert.equal(sameTerms(TERMS, turned), true)
  assert.equal(setTerms({ tos: TERMS, version: 4 }, turned).version, 4)
  assert.equal(setTerms({ tos: TERMS, version: 4 }, null).version, 5)
  assert.equal(setTerms({ tos: null, version: 0 }, 'Be kind.').version, 1)
})

test('a background alone brings the small one along; an event has no logo', () => {
  let last = 0
  const plan = (...args: [Parameters<typeof planImages>[0], Parameters<typeof planImages>[1]]) => planImages(...args, () => String(++last))
  assert.deepEqual(plan('LEAGUE', ['background', 'background']), {
    ok: true,
    value: [
      { type: 'background', source: 'background', image: '1.jpg' },
      { type: 'background-small', source: 'background', image: '2.jpg' },
    ],
  })
  assert.deepEqual(plan('SESSION', ['logo']), { ok: false, refusal: { code: 'IMAGE_TYPE_INVALID', params: { field: 'types' } } })
})

test('the beginning of a description is plain words, cut between two of them', () => {
  const table: readonly (readonly [description: string, excerpt: string])[] = [
    ['', ''],
    ['GT3 every **Friday**.\n\nClean _racing_.', 'GT3 every Friday. Clean _racing_.'],
    ['# Apex\n> Read the [rules](https://apex.example/rules)\n- GT3\n1. GT4', 'Apex Read the rules GT3 GT4'],
    [`${'word '.repeat(50)}`, `${'word '.repeat(36).trim()} …`],
    ['字'.repeat(200), `${'字'.repeat(180)} …`],
  ]
  for (const [description, excerpt] of table) assert.equal(excerptOf(description), excerpt)
})
