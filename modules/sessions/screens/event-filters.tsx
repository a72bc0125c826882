import { GAME_FACTS } from '#games/facts/facts.ts'
import { useSearch } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { SearchBox } from '#web/ui/form/search-box.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { FilterFold } from '#web/ui/layout/filter-fold.tsx'
import { REGIONS } from '../rules.ts'
import css from './sessions.module.css'

/** Filters of the list; what is chosen stands in the address, so a filtered list can be shared. */
export function EventFilters() {
  const text = useTexts('sessions')
  const [search, change] = useSearch()
  const set = ['status', 'game', 'region'].filter((name) => search[name] !== undefined).length
  return (
    <search className={css.filters}>
      <SearchBox label={text('list.search')} placeholder={text('list.searchPlaceholder')} />
      <FilterFold label={set > 0 ? text('list.filtersOn', { count: set }) : text('list.filters')}>
        <SelectField
          label={text('list.when')}
          value={search['status'] ?? 'COMING'}
          onChange={(status) => change({ status: status === 'COMING' ? undefined : status })}
          choices={[
            { value: 'COMING', label: text('list.coming') },
            { value: 'IN_PROGRESS', label: text('list.running') },
            { value: 'ENDED', label: text('list.ended') },
          ]}
        />
        <SelectField
          label={text('list.game')}
          value={search['game'] ?? 'all'}
          onChange={(game) => change({ game: game === 'all' ? undefined : game })}
          choices={[
            { value: 'all', label: text('list.allGames') },
            ...Object.values(GAME_FACTS).map(({ id, name, isAnother }) => ({ value: id, label: isAnother ? text('list.otherGame') : name })),
          ]}
        />
        <SelectField
          label={text('list.region')}
          value={search['region'] ?? 'all'}
          onChange={(region) => change({ region: region === 'all' ? undefined : region })}
          choices={[{ value: 'all', label: text('list.allRegions') }, ...REGIONS.map((region) => ({ value: region, label: region }))]}
        />
      </FilterFold>
    </search>
  )
}
