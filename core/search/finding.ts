/**
 * What people type, and what it finds: the one rule of every picker, and of the server's statements (server/db/search/finding.ts says the same there).
 * A word finds what begins with it, from three letters on what holds it, from five on what begins with it but for one letter, in one of
 * the words. Accents, capitals, signs and the order of words do not matter.
 */

/** What something can be found by; what is found by its names stands before what is found by the rest. */
export type Findable = {
  /** What it is called, nicknames too; a thing called exactly as typed stands first. */
  readonly names: readonly string[]
  /** What belongs to it: layouts, a class, a maker. */
  readonly parts?: readonly string[]
  /** Where it is. */
  readonly places?: readonly string[]
}

const INSIDE = 3
const FORGIVING = 5
/** A longer pattern would take long; nobody types such a word. */
const LONGEST = 24
/** How far a word with a wrong letter is: farther than all that is right. Two such words find nothing. */
const WRONG = 1000

/** Small letters and digits with one space before, between and behind words: ` spa francorchamps `; of signs alone one space. */
export const folded = (text: string): string =>
  ` ${text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\p{Variation_Selector}\u0300-\u036F]/gu, '')
    .replaceAll(/[ßæœøðþłđħıς]/g, (letter) => LETTERS[letter]!)
    .replaceAll(SIGNS, ' ')
    .trim()} `.replace(/^ {2}$/, ' ')

/** The words somebody typed. */
export const wordsOf = (typed: string): readonly string[] => [...new Set(folded(typed).split(' ').filter(Boolean))]

export const isInside = (word: string): boolean => [...word].length >= INSIDE
export const isForgiving = (word: string): boolean => [...word].length >= FORGIVING && [...word].length <= LONGEST

/** What a word may be but for one letter, `_` standing for any sign: another letter, one missing or too many, two in turn, a space left out. */
export function almost(word: string): readonly string[] {
  const found: string[] = []
  let [before, last, rest] = ['', '', word]
  for (const letter of word) {
    const after = rest.slice(letter.length)
    const begun = before + last
    found.push(`${begun}_${after}`)
    // of the same letter twice either may be missing, and in turn they are the word itself
    if (letter !== last) found.push(begun + after)
    if (last) found.push(`${begun}_${rest}`)
    if (last && letter !== last) found.push(before + letter + last + after)
    before = begun
    last = letter
    rest = after
  }
  return found
}

/**
 * Whatever `almost` makes of a word has one of three: its first half at the beginning of a word, its second half anywhere, or that first half
 * with its last letter and the next in turn.
 */
export function halves(word: string): readonly [string, string, string] {
  const letters = [...word]
  const middle = Math.floor(letters.length / 2)
  const [first, second] = [letters.slice(0, middle), letters.slice(middle)]
  return [` ${first.join('')}`, second.join(''), ` ${[...first.slice(0, -1), second[0]].join('')}`]
}

/** What the typed words find, the nearest first; what is equally near stays in its order. Nothing typed finds everything. */
export function find<T>(things: readonly T[], typed: string, described: (thing: T) => Findable): readonly T[] {
  const words = wordsOf(typed).map((word) => ({ word, as: holds(word, false), almost: isForgiving(word) ? holds(word, true) : null }))
  if (words.length === 0)
    return typed.trim() === '' ? things : things.filter((thing) => described(thing).names.some((name) => name.includes(typed.trim())))
  const whole = folded(typed)
  return things
    .map((thing) => {
      const { names, parts = [], places = [] } = described(thing)
      const fields = [names, parts, places].map((field) => field.map(folded))
      const far = words.map((word) => farness(word, fields))
      return { thing, far: far.reduce((sum, one) => sum + one, 0), named: nameRank(whole, fields[0]!) }
    })
    .filter(({ far }) => far < 2 * WRONG)
    .toSorted((a, b) => a.named - b.named || a.far - b.far)
    .map(({ thing }) => thing)
}

/** Whether a folded text has a word; `wrong`: but for one letter. */
export function holds(word: string, wrong: boolean): (text: string) => boolean {
  if (!wrong) return (text) => text.includes(isInside(word) ? word : ` ${word}`)
  const pattern = new RegExp(` (?:${almost(word).join('|').replaceAll('_', '.')})`, 'u')
  return (text) => pattern.test(text)
}

type Word = { readonly word: string; readonly as: (text: string) => boolean; readonly almost: ((text: string) => boolean) | null }

/** How far a word is from what it finds: what begins with it, holds it, nearly begins with it; among names, then parts, then places. */
function farness({ word, as, almost }: Word, fields: readonly (readonly string[])[]): number {
  const at = (finds: (text: string) => boolean): number => fields.findIndex((field) => field.some(finds))
  const found = at(as)
  if (found !== -1) return found * 2 + (fields[found]!.some((text) => text.includes(` ${word}`)) ? 0 : 1)
  const nearly = almost ? at(almost) : -1
  return nearly === -1 ? Infinity : WRONG + nearly
}

const nameRank = (whole: string, names: readonly string[]): number =>
  names.includes(whole) ? 0 : names.some((name) => name.startsWith(whole)) ? 1 : names.some((name) => name.startsWith(whole.trimEnd())) ? 2 : 3

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', þ: 'th', ł: 'l', đ: 'd', ħ: 'h', ı: 'i', ς: 'σ' }

// spaces, signs and pictures; letters of every script are none, nor are the marks that some are written with
const SIGNS =
  /[\u0000-\u002F:-@[-`{-\u00A9\u00AB-\u00B1\u00B4\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u2000-\u2BFF\u3000-\u3004\u3008-\u3020\u30FB\uFF00-\uFF0F\u{1F000}-\u{1FAFF}\uFFFD]+/gu
