import { useMemo } from 'react'
import { COUNTRIES, countryAliases } from '#core/country.ts'
import { useLocale } from '#web/kit/texts.tsx'
import type { FieldProps } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'

/** All countries by their names in the reader's language; typing finds one. */
export function CountryField(
  props: FieldProps & { readonly value: string | null; readonly onChange: (code: string) => void; readonly placeholder?: string },
) {
  const locale = useLocale()
  const choices = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
    const order = new Intl.Collator(locale)
    return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value, also: countryAliases(value) })).toSorted((a, b) =>
      order.compare(a.label, b.label),
    )
  }, [locale])
  return <SelectField {...props} search choices={choices} />
}
