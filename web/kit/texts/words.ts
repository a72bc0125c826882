import type { Locale } from '#core/locale.ts'
import type { TextKeys } from '#core/texts/keys.ts'
import { filled, lookUp, type RoomTexts } from '#core/texts/look-up.ts'
import { remembered } from '../remembered.ts'
import { TAGS } from '../time/date-forms.ts'

export type { RoomTexts } from '#core/texts/look-up.ts'
export type RoomName = keyof TextKeys
export type TextKey<Room extends RoomName> = keyof TextKeys[Room] & string

/** What the placeholders of a text are filled with; `count` chooses among its forms too. */
type Values<Names extends string> = { readonly [Name in Names]: Name extends 'count' ? number : string | number }
export type TextValues<Names extends string> = [Names] extends [never] ? [] : [values: Values<Names>]

/** Says a text of a room: a key that its English file lacks, or a placeholder left open, does not compile. Of several keys all must be filled. */
export type Text<Room extends RoomName> = {
  <Key extends TextKey<Room>>(key: Key, ...values: TextValues<TextKeys[Room][Key] & string>): string
  /** A text without placeholders for what only the server knows the names of; `undefined` where there is none. */
  readonly find: (key: string) => string | undefined
}

/**
 * Reads a room's texts as i18next writes them: keys with dots, `{{name}}`, and `_one`, `_few`, `_other` … chosen by `count`. That is all of
 * i18next our files use, in place of the 15 kB its engine would add to every visit. A key that is missing shows itself.
 */
export function wordsOf<Room extends RoomName>(texts: RoomTexts, locale: Locale): Text<Room> {
  const { plural, number } = countsOf(locale)
  const say = (key: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const { count } = values
    const found =
      (typeof count === 'number' ? (lookUp(texts, `${key}_${plural.select(count)}`) ?? lookUp(texts, `${key}_other`)) : undefined) ??
      lookUp(texts, key) ??
      key
    return filled(found, (name) => {
      const value = values[name]
      return typeof value === 'number' ? number.format(value) : (value ?? '')
    })
  }
  return Object.assign(say, { find: (key: string) => lookUp(texts, key) })
}

const countsOf = remembered((locale) => ({
  plural: new Intl.PluralRules(TAGS[locale as Locale]),
  number: new Intl.NumberFormat(TAGS[locale as Locale]),
}))
