import { LOCALES } from '#core/locale.ts'
import { gameName } from '#web/kit/games.ts'
import { useSearch } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { SearchBox } from '#web/ui/form/search-box.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { FilterFold } from '#web/ui/layout/filter-fold.tsx'
import { GAMES_OF_LEAGUE } from '../contract.ts'
import { useLanguageName } from './language-name.ts'
import css from './leagues.module.css'

/** Filters of the directory; what is chosen stands in the address, so a filtered list can be shared. */
export function LeagueFilters() {
  const text = useTexts('leagues')
  const languageName = useLanguageName()
  const [search, change] = useSearch()
  const set = ['game', 'language'].filter((name) => search[name] !== undefined).length
  const choose = (name: string) => (value: string) => change({ [name]: value === 'all' ? undefined : value, shown: undefined })
  return (
    <search className={css.filters}>
      <SearchBox label={text('list.search')} placeholder={text('list.searchPlaceholder')} />
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
