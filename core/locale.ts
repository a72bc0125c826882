export const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pt'] as const
export type Locale = (typeof LOCALES)[number]
export const DEFAULT_LOCALE: Locale = 'en'

/** The best of the six languages for an `Accept-Language` header. */
export function pickLocale(header: string | undefined): Locale {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.trim().split(';q='))
    .map(([tag = '', weight = '1']) => ({ language: tag.slice(0, 2).toLowerCase(), weight: Number(weight) }))
    .sort((a, b) => b.weight - a.weight)
  return (
    LOCALES.find((locale) => wanted[0]?.language === locale) ?? LOCALES.find((locale) => wanted.some((w) => w.language === locale)) ?? DEFAULT_LOCALE
  )
}
