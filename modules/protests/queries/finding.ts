import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { LOCALES } from '#core/locale.ts'
import { folded, holds } from '#core/search/finding.ts'
import { eachWord, findsWord, typedAs } from '#server/db/search/finding.ts'
import { CATEGORIES } from '../rules.ts'
import { nameOf } from './parts.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../locales')
type Texts = { readonly category: Readonly<Record<string, string>> }
const TEXTS = LOCALES.map((locale) => JSON.parse(readFileSync(path.join(FOLDER, locale, 'protests.json'), 'utf8')) as Texts)
/** What each category is called, in every language: whoever searches types the own. */
const CALLED = CATEGORIES.map((category) => ({ category, names: TEXTS.map((texts) => folded(texts.category[category] ?? '')).join('|') }))

/** Everything of a decision that words can find, but its category: number, event, drivers and reasons, folded as the house's rule does. */
const WORDS = sql<string>`('|' || folded(concat_ws(' ', p.report_no, s.name, ${nameOf('a')}, ${nameOf('b')},
  (select string_agg(v.note, ' ') from protest_reviews v where v.report_id = p.id))) || '|')`

/** Whether the words typed find a decision `p` (core/search/finding.ts); `nearly`: with a letter wrong in one of them. */
export function findsDecision(typed: string, nearly: boolean): RawBuilder<boolean> {
  const { words } = typedAs(typed)
  if (words.length === 0) return sql`true`
  return eachWord(words, nearly, (word, wrong) => {
    const has = holds(word.text, wrong)
    const categories = CALLED.filter(({ names }) => has(names)).map(({ category }) => category)
    return sql`(${findsWord(WORDS, word, wrong)} or p.category = any (${categories}))`
  })
}
