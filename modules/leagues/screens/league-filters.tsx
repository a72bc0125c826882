import { useEffect, useState } from 'react'
import { LOCALES } from '#core/locale.ts'
import { gameName } from '#web/kit/games.ts'
import { useSearch } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { FilterFold } from '#web/ui/layout/filter-fold.tsx'
import { GAMES_OF_LEAGUE } from '../contract.ts'
import { useLanguageName } from './language-name.ts'
import css from './leagues.module.css'

const TYPING_MS = 300

/** Filters of the directory; what is chosen stands in the address, so a filtered list can be shared. */
export function LeagueFilters() {
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  const [search, change] = useSearch()
  // until it is in the address, which a button, a link and Back change too
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => {
      change({ search: typed, shown: undefined })
      setTyped(null)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, change])
  const set = ['game', 'language'].filter((name) => search[name] !== undefined).length
  const choose = (name: string) => (value: string) => change({ [name]: value === 'all' ? undefined : value, shown: undefined })
  return (
    <search className={css.filters}>
      <TextField
        label={text('list.search')}
        placeholder={text('list.searchPlaceholder')}
        type="search"
        value={typed ?? search['search'] ?? ''}
        onChange={setTyped}
        maxLength={100}
      />
      <FilterFold label={set > 0 ? text('list.filtersOn', { count: set }) : text('list.filters')}>
        <SelectField
          label={text('list.game')}
          value={search['game'] ?? 'all'}
          onChange={choose('game')}
          choices={[{ value: 'all', label: text('list.allGames') }, ...GAMES_OF_LEAGUE.map((game) => ({ value: game, label: gameName(game) }))]}
        />
        <SelectField
          label={text('list.language')}
          value={search['language'] ?? 'all'}
          onChange={choose('language')}
          choices={[{ value: 'all', label: text('list.allLanguages') }, ...LOCALES.map((locale) => ({ value: locale, label: languageName(locale) }))]}
        />
      </FilterFold>
    </search>
  )
}
