import { useLocale, useTexts } from '#web/kit/texts.tsx'
import { countryName } from '#web/ui/mark/flag.tsx'
import type { StandingsRowView, StandingsView } from '../../contract/standings.ts'

/** What a row of a table is called. */
export function useNameOf(of: StandingsView['of']): (row: Pick<StandingsRowView, 'name' | 'country'>) => string {
  const text = useTexts('tournaments-page')
  const locale = useLocale()
  return ({ name, country }) => (of === 'NATIONS' && country ? countryName(country, locale) : (name ?? text('standings.noName')))
}
