import { useMemo } from 'react'
import { useLocale } from '#web/kit/texts.tsx'

/** A language's name in the reader's language, its first letter large as in a list. */
export function useLanguageName(): (locale: string) => string {
  const reader = useLocale()
  return useMemo(() => {
    const names = new Intl.DisplayNames(reader, { type: 'language' })
    return (locale) => {
      const name = names.of(locale) ?? locale
      return name.charAt(0).toLocaleUpperCase(reader) + name.slice(1)
    }
  }, [reader])
}
