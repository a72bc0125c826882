import type { Locale } from '#core/locale.ts'

/** The texts of one room in one language, nested as in its file. */
export type RoomTexts = Readonly<Record<string, unknown>>
export type Text = (key: string, values?: Readonly<Record<string, string | number | undefined>>) => string

/**
 * Reads a room's texts as i18next writes them: keys with dots, `{{name}}`, and `_one`, `_few`, `_other` … chosen by `count`. That is all of
 * i18next our files use, in place of the 15 kB its engine would add to every visit. A key that is missing shows itself.
 */
export function wordsOf(texts: RoomTexts, locale: Locale): Text {
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale === 'en' ? 'en-GB' : locale)
  return (key, values = {}) => {
    const { count } = values
    const found =
      (typeof count === 'number' ? (lookUp(texts, `${key}_${plural.select(count)}`) ?? lookUp(texts, `${key}_other`)) : undefined) ??
      lookUp(texts, key) ??
      key
    return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      const value = values[name]
      return typeof value === 'number' ? number.format(value) : (value ?? '')
    })
  }
}

function lookUp(texts: RoomTexts, key: string): string | undefined {
  let place: unknown = texts
  for (const part of key.split('.')) place = typeof place === 'object' && place !== null ? (place as RoomTexts)[part] : undefined
  return typeof place === 'string' ? place : undefined
}
