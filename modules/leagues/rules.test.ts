import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedBy, checkFields, planImages, setTerms } from './decide.ts'
import { atLeast, excerptOf, ROLES, sameTerms, STEPS, stepsDone, termsIn } from './rules.ts'

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

test('the first steps tick themselves off', () => {
  const bare = { logoUrl: null, description: ' ', tosRequired: false, members: 1, summaryData: { bgImage: null } }
  const table = [
    [{}, 0, []],
    [{ logoUrl: '/files/a.png' }, 0, ['picture']],
    [{ summaryData: { bgImage: '/files/b.jpg' } }, 0, ['picture']],
    [{ description: 'GT3' }, 0, ['description']],
    [{ tosRequired: true }, 0, ['terms']],
    [{}, 1, ['event']],
    [{ members: 2 }, 0, ['members']],
    [{ logoUrl: 'a', description: 'b', tosRequired: true, members: 2 }, 3, STEPS],
  ] as const
  for (const [more, events, done] of table) assert.deepEqual([...stepsDone({ ...bare, ...more }, events)], [...done])
})

const FIELDS = {
  name: 'Apex',
  shortName: 'APEX',
  description: '',
  games: [],
  languages: ['en' as const],
  directJoin: true,
  discordRequired: true,
  type: 'COMMUNITY' as const,
  inviteLink: '',
  openResults: false,
}

test('nobody asks for Discord where nobody could link an account; what asks for it already may be edited', () => {
  const table: readonly (readonly [fields: object, asksDiscord: boolean, proofs: readonly string[], expected: string])[] = [
    [{}, false, ['steam'], 'DISCORD_UNAVAILABLE'],
    [{}, true, ['steam'], 'ok'],
    [{}, false, ['steam', 'discord'], 'ok'],
    [{ discordRequired: false }, false, [], 'ok'],
  ]
  for (const [fields, asksDiscord, proofs, expected] of table) {
    const checked = checkFields({ ...FIELDS, ...fields }, { shortNameTaken: false, asksDiscord, proofs })
    assert.equal(checked.ok ? 'ok' : checked.refusal.code, expected)
  }
})

test('an edit says which fields it made others, never a password itself', () => {
  const row = {
    name: 'Apex',
    short_name: 'APEX',
    description: '',
    games: [],
    languages: ['en'],
    direct_join: true,
    discord_required: true,
    open_events: false,
    invite_link: '',
    open_results: false,
    password_sealed: null,
  }
  assert.deepEqual(changedBy(FIELDS, row), [])
  assert.deepEqual(changedBy({ ...FIELDS, password: '' }, row), [])
  assert.deepEqual(changedBy({ ...FIELDS, password: 'a new secret' }, row), ['password'])
  assert.deepEqual(changedBy({ ...FIELDS, name: 'Other', directJoin: false, languages: ['en', 'de'] }, row), ['name', 'languages', 'wayIn'])
})
