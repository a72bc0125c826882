import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { almost, folded, halves, isForgiving, isInside, wordsOf } from '#core/search/finding.ts'
import { type At, compiledOnce } from '../built-once.ts'
import type { Reader } from '../connect.ts'

// The rule of core/search/finding.ts as parts of statements. Their column, `search_name`, holds a thing's names folded, with | around each;
// signs that LIKE knows stand in none.

type Column = RawBuilder<string>

/** What somebody typed, in the parts of which statements are made: its texts, or the places of texts in a statement that is built once. */
export type Typed = {
  /** All of it; signs alone are looked for so. */
  readonly signs: string
  /** How a name begins with it, how one ends there too, how one begins with it as whole words. */
  readonly begun: string
  readonly exactly: string
  readonly whole: string
  readonly words: readonly TypedWord[]
}
type TypedWord = {
  readonly begins: string
  readonly has: string
  /** How what it finds is sought in the index beside other words. */
  readonly leads: string
  /** With a letter wrong: its halves lead an index to few rows, against which everything the word may be is held; `null`: it forgives nothing. */
  readonly wrong: { readonly halves: readonly string[]; readonly almost: readonly string[] } | null
}
/** With each word as it was typed. */
type TypedText = Typed & { readonly words: readonly (TypedWord & { readonly text: string })[] }

/**
 * An index holds three letters of a word each, and brings their lists together one by one: of several words the beginnings find few rows already,
 * and every letter more costs as much as they.
 */
const MOST_LEADING = 4
const patternOf = (word: string): string => (isInside(word) ? `%${word}%` : `% ${word}%`)

/** What was typed, for a statement of its own. */
export function typedAs(text: string): TypedText {
  const whole = folded(text)
  return {
    signs: text.trim(),
    begun: `|${whole.trimEnd()}`,
    exactly: `|${whole}|`,
    whole: `|${whole}`,
    words: wordsOf(text).map((word) => ({
      text: word,
      begins: `% ${word}%`,
      has: patternOf(word),
      leads: patternOf([...word].slice(0, MOST_LEADING).join('')),
      wrong: isForgiving(word) ? { halves: halves(word).map((half) => `%${half}%`), almost: almost(word).map((variant) => `% ${variant}%`) } : null,
    })),
  }
}

const forgives = ({ words }: Typed): boolean => words.some(({ wrong }) => wrong !== null)

/** The same with something else in place of each text, in their order. */
const eachPart = ({ signs, begun, exactly, whole, words }: Typed, part: <Part>(is: Part) => Part): Typed => ({
  signs: part(signs),
  begun: part(begun),
  exactly: part(exactly),
  whole: part(whole),
  words: words.map(({ begins, has, leads, wrong }) => ({
    begins: part(begins),
    has: part(has),
    leads: part(leads),
    wrong: wrong && { halves: part(wrong.halves), almost: part(wrong.almost) },
  })),
})

/** Whether every word typed finds something of the column; `nearly`: all as typed but one. Signs alone are looked for in the name itself. */
export function finds(column: Column, name: RawBuilder<string>, typed: Typed, nearly: boolean): RawBuilder<boolean> {
  if (typed.words.length === 0) return sql`strpos(${name}, ${typed.signs}) > 0`
  const isLed = typed.words.length > 1
  return eachWord(typed.words, nearly, (word, wrong) =>
    isLed && !wrong ? sql`(${column} like ${word.leads} and (${column} || '') like ${word.has})` : findsWord(column, word, wrong),
  )
}

/** All words by what each of them finds; `nearly`: with a letter wrong in one of them. The words that are right lead an index to few rows. */
export function eachWord<Word extends TypedWord>(
  words: readonly Word[],
  nearly: boolean,
  finds: (word: Word, wrong: boolean) => RawBuilder<SqlBool>,
): RawBuilder<boolean> {
  const all = (wrong: Word | null): RawBuilder<boolean> =>
    sql`(${sql.join(
      words.map((word) => finds(word, word === wrong)),
      sql` and `,
    )})`
  return nearly ? sql`(${sql.join(words.filter(({ wrong }) => wrong !== null).map(all), sql` or `)})` : all(null)
}

/** `isWrong`: with a letter wrong; only of a word that forgives one. */
export function findsWord(column: Column, { has, wrong }: TypedWord, isWrong: boolean): RawBuilder<SqlBool> {
  if (!isWrong || !wrong) return sql`${column} like ${has}`
  // everything the word may be is held against what the halves find, not looked for in the index one by one: no index knows what has a text added
  return sql`(${column} like any (${wrong.halves}) and (${column} || '') like any (${wrong.almost}))`
}

/** 0 for what is called as typed, then what begins so, then what has the words in another order, last what merely holds them. */
export function nearness(column: Column, { begun, exactly, whole, words }: Typed): RawBuilder<number> {
  const beginnings = words.map(({ begins }) => sql`${column} like ${begins}`)
  return sql`case
    when strpos(${column}, ${begun}) > 0 then
      case when strpos(${column}, ${exactly}) > 0 then 0 when strpos(${column}, ${whole}) > 0 then 1 else 2 end
    when ${beginnings.length === 0 ? sql`true` : sql.join(beginnings, sql` and `)} then 3 else 4 end`
}

type Read<Row> = (nearly: boolean) => SelectQueryBuilder<never, never, Row>

/**
 * Reads as typed; only where that finds nothing, and a word is long enough, with a letter of one wrong. One statement: what is right waits for
 * no second way to the database, and what is nearly right is not looked for beside it. Of the two parts one is empty, so their order stands.
 */
export async function forgiving<Row>(db: Reader, typed: Typed | null, read: Read<Row>): Promise<readonly Row[]> {
  return (await db.executeQuery(compile(db, typed, read))).rows
}

function compile<Row>(db: Reader, typed: Typed | null, read: Read<Row>) {
  if (!typed || !forgives(typed)) return read(false).compile()
  const nearly = read(true).where(sql<boolean>`not exists (select from exact)`)
  return sql<Row>`with exact as materialized ${read(false)} select * from exact union all ${nearly}`.compile(db)
}

/** Who types more words at once waits for their statement to be built. */
const MOST_WORDS = 4

/**
 * The same where the statement is another one by what is typed alone: built once for each number of words and which of them forgive a letter, then
 * only its texts change. `build` puts `at(0)`, `at(1)` … where the values go that are given with each read.
 */
export function forgivingOnce<Row>(build: (db: Reader, typed: Typed, at: At) => Read<Row>) {
  const built = new Map<string, ReturnType<typeof compiledOnce<Row>>>()
  const builtFor = (shape: Typed, ownValues: number) =>
    compiledOnce<Row>((db, at) => {
      let next = ownValues
      const placed = eachPart(shape, () => at(next++))
      return { compile: () => compile(db, placed, build(db, placed, at)) }
    })
  return async (db: Reader, text: string, values: readonly unknown[]): Promise<readonly Row[]> => {
    const typed = typedAs(text)
    const shape = typed.words.map(({ wrong }) => (wrong ? 'forgives' : 'exact')).join(' ')
    const statement = built.get(shape) ?? builtFor(typed, values.length)
    if (typed.words.length <= MOST_WORDS) built.set(shape, statement)
    const parts: unknown[] = []
    eachPart(typed, (part) => {
      parts.push(part)
      return part
    })
    return (await db.executeQuery(statement(db, [...values, ...parts]))).rows
  }
}
