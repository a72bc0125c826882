import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { almost, folded, halves, isForgiving, isInside, wordsOf } from '#core/search/finding.ts'
import type { Reader } from '../connect.ts'

// The rule of core/search/finding.ts as parts of statements. Their column, `search_name`, holds a thing's names folded, with | around each;
// signs that LIKE knows stand in none.

type Column = RawBuilder<string>

/** Whether every word typed finds something of the column; `nearly`: all as typed but one. Signs alone are looked for in the name itself. */
export function finds(column: Column, name: RawBuilder<string>, typed: string, nearly: boolean): RawBuilder<boolean> {
  if (wordsOf(typed).length === 0) return sql`strpos(${name}, ${typed.trim()}) > 0`
  return eachWord(typed, nearly, (word, wrong) => findsWord(column, word, wrong))
}

/** All words by what each of them finds; `nearly`: with a letter wrong in one of them. The words that are right lead an index to few rows. */
export function eachWord(typed: string, nearly: boolean, finds: (word: string, wrong: boolean) => RawBuilder<SqlBool>): RawBuilder<boolean> {
  const words = wordsOf(typed)
  const all = (wrong: string | null): RawBuilder<boolean> =>
    sql`(${sql.join(
      words.map((word) => finds(word, word === wrong)),
      sql` and `,
    )})`
  return nearly ? sql`(${sql.join(words.filter(isForgiving).map(all), sql` or `)})` : all(null)
}

export function findsWord(column: Column, word: string, wrong: boolean): RawBuilder<SqlBool> {
  const asTyped = isInside(word) ? `%${word}%` : `% ${word}%`
  if (!wrong) return sql`${column} like ${asTyped}`
  // its halves lead the index to few rows; everything the word may be is held against those alone, not looked for in the index one by one
  return sql`(${column} like any (${halves(word).map((half) => `%${half}%`)})
    and (${column} || '') like any (${almost(word).map((variant) => `% ${variant}%`)}))`
}

/** 0 for what is called as typed, then what begins so, then what has the words in another order, last what merely holds them. */
export function nearness(column: Column, typed: string): RawBuilder<number> {
  const whole = folded(typed)
  const begun = whole.trimEnd()
  const beginnings = wordsOf(typed).map((word) => sql`${column} like ${`% ${word}%`}`)
  return sql`case
    when strpos(${column}, ${`|${begun}`}) > 0 then
      case when strpos(${column}, ${`|${whole}|`}) > 0 then 0 when strpos(${column}, ${`|${whole}`}) > 0 then 1 else 2 end
    when ${beginnings.length === 0 ? sql`true` : sql.join(beginnings, sql` and `)} then 3 else 4 end`
}

/**
 * Reads as typed; only where that finds nothing, and a word is long enough, with a letter of one wrong. One statement: what is right waits for
 * no second way to the database, and what is nearly right is not looked for beside it. Of the two parts one is empty, so their order stands.
 */
export async function forgiving<Row>(
  db: Reader,
  typed: string | undefined,
  read: (nearly: boolean) => SelectQueryBuilder<never, never, Row>,
): Promise<Row[]> {
  if (!typed || !wordsOf(typed).some(isForgiving)) return read(false).execute()
  const nearly = read(true).where(sql<boolean>`not exists (select from exact)`)
  const { rows } = await sql<Row>`with exact as materialized ${read(false)} select * from exact union all ${nearly}`.execute(db)
  return rows
}
