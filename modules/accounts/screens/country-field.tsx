import { useCallback, useMemo } from 'react'
import { COUNTRIES, countryAliases } from '#core/country.ts'
import { useLocale } from '#web/kit/texts.tsx'
import type { FieldProps } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'

/** A country in the reader's language; nothing for none. */
export function useCountryName(): (code: string | null) => string {
  const locale = useLocale()
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }), [locale])
  return useCallback((code) => (code ? (names.of(code) ?? code) : ''), [names])
}

/** All countries by their names in the reader's language; typing finds one. */
export function CountryField(
  props: FieldProps & { readonly value: string | null; readonly onChange: (code: string) => void; readonly placeholder?: string },
) {
  const locale = useLocale()
  const nameOf = useCountryName()
  const choices = useMemo(() => {
    const order = new Intl.Collator(locale)
    return COUNTRIES.map((value) => ({ value, label: nameOf(value), also: countryAliases(value) })).toSorted((a, b) =>
      order.compare(a.label, b.label),
    )
  }, [locale, nameOf])
  return <SelectField {...props} search choices={choices} />
}
