import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { find, folded, isForgiving, wordsOf } from '#core/search/finding.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { finds, nearness, typedAs } from './finding.ts'

describe('the rule of core/search/finding.ts as statements', () => {
  let server: TestServer
  before(async () => {
    server = await testServer()
  })
  after(() => server.stop())

  const db = () => server.running.machine.db

  test('the database folds names as pages do', async () => {
    const letters = [...'aZ9 -_|[]{}~ÅßøŁÐæþıςΣйЁ·¿½²ºª€—…、。〜ー한ガ', '\u0301', '\u200D', '\uFE0F', '🏎', '’', "'"]
    const said = [
      'Łódź – Ring',
      'Straße',
      'ΣΊΣΥΦΟΣ',
      'İstanbul Park',
      "D'Angelo",
      'ひらがな・カタ',
      '한국 서킷',
      'ﬁa',
      '🏁 GT3 ❤️',
      '%_\\',
      '',
      'سباق',
    ]
    const texts = said.concat(fc.sample(fc.string({ unit: fc.constantFrom(...letters) }), 300)).map((text) => text.normalize('NFC'))
    const { rows } = await sql<{ text: string; folded: string }>`select text, folded(text) from unnest(${texts}::text[]) text`.execute(db())
    for (const row of rows) assert.equal(row.folded, folded(row.text), JSON.stringify(row.text))
  })

  test('a statement finds what a page finds, the same first', async () => {
    const names = [
      'Jonas Weber',
      'Jonas Weberson',
      'Weber Jonas',
      'Íñigo Sáez',
      'Anna-Lena Jonasson',
      'José María López',
      "Kevin O'Brien",
      'Zoë Ørsted',
      'Ann',
    ]
    const said = [
      'jonas weber',
      'weber',
      'jon web',
      'inigo',
      'SAEZ',
      'obrien',
      'orsted zoe',
      'lopze',
      'weebr jonas',
      'jonsa',
      'an',
      'maria',
      'xx',
      'brien',
    ]
    for (const typed of said) {
      const inPage = find(names, typed, (name) => ({ names: [name] }))
      const column = sql<string>`('|' || folded(name) || '|')`
      const read = async (nearly: boolean) =>
        (
          await sql<{ name: string }>`select name from unnest(${names}::text[]) with ordinality t (name, at)
            where ${finds(column, sql`name`, typedAs(typed), nearly)} order by ${nearness(column, typedAs(typed))}, at`.execute(db())
        ).rows.map(({ name }) => name)
      const strict = await read(false)
      const found = strict.length > 0 || !wordsOf(typed).some(isForgiving) ? strict : await read(true)
      assert.deepEqual(found, inPage.slice(0, found.length), typed)
      assert.equal(found.length > 0, inPage.length > 0, typed)
    }
  })

  test('an index can lead to names, right and wrong ones', async () => {
    await db()
      .transaction()
      .execute(async (tx) => {
        // of few rows a database looks at all, whatever indexes there are
        await sql`set local enable_seqscan = off`.execute(tx)
        for (const [typed, nearly] of [
          ['weber', false],
          ['jo we', false],
          ['wbeer', true],
          ['jonas wbeer', true],
        ] as const) {
          const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from users where removed_at is null and terms_accepted_at is not null
            and ${finds(sql`search_name`, sql`name`, typedAs(typed), nearly)}`.execute(tx)
          assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index Cond: .*search_name ~~/, typed)
        }
      })
  })
})
