import { useZone } from '#web/kit/format.ts'
import { gameName } from '#web/kit/games.ts'
import { useSearch } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { FilterFold } from '#web/ui/layout/filter-fold.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import type { CareerView } from '../contract.ts'
import { profileSearch } from './list-params.ts'
import css from './profile.module.css'

const ALL = 'all'
export const NO_FILTERS = { type: undefined, game: undefined, community: undefined, from: undefined, to: undefined, zone: undefined, page: undefined }

/** By what the results are filtered, of what there is; it stands in the address, so that a list can be shared. Days are whole by the reader's clock. */
export function ResultFilters({ filters: { games, communities, types } }: Pick<CareerView, 'filters'>) {
  const text = useTexts('profile')
  const [search, change] = useSearch()
  const zone = useZone()
  const asked = profileSearch(search)
  const set = [asked['game'], asked['community'], asked['from'], asked['to']].filter(Boolean).length
  // another list begins at its first page
  const choose = (next: Parameters<typeof change>[0]) => change({ page: undefined, ...next })
  const chooseDays = (from: string | undefined, to: string | undefined) => choose({ from, to, zone: from || to ? zone : undefined })
  return (
    <search className={css.filters}>
      {types.length > 1 && (
        <ChipChoice
          label={text('filter.type')}
          value={(asked['type']?.toUpperCase() as (typeof types)[number]) ?? 'RACE'}
          onChange={(type) => choose({ type: type === 'RACE' ? undefined : type.toLowerCase() })}
          choices={(['RACE', 'QUALIFY', 'PRACTICE'] as const)
            .filter((type) => type === 'RACE' || types.includes(type))
            .map((value) => ({ value, label: text(`filter.${value}`) }))}
        />
      )}
      <FilterFold className={css.folds} label={set > 0 ? text('filter.on', { count: set }) : text('filter.label')}>
        {(games.length > 1 || asked['game']) && (
          <SelectField
            label={text('filter.game')}
            value={asked['game'] ?? ALL}
            onChange={(game) => choose({ game: game === ALL ? undefined : game })}
            choices={[{ value: ALL, label: text('filter.allGames') }, ...games.map((value) => ({ value, label: gameName(value) }))]}
          />
        )}
        {(communities.length > 1 || asked['community']) && (
          <SelectField
            label={text('filter.community')}
            value={asked['community'] ?? ALL}
            onChange={(community) => choose({ community: community === ALL ? undefined : community })}
            choices={[
              { value: ALL, label: text('filter.allCommunities') },
              ...communities.map(({ id, name }) => ({ value: id as string, label: name })),
            ]}
          />
        )}
        <Day label={text('filter.from')} value={asked['from']} onChange={(from) => chooseDays(from, asked['to'])} />
        <Day label={text('filter.to')} value={asked['to']} onChange={(to) => chooseDays(asked['from'], to)} />
      </FilterFold>
      {(set > 0 || asked['type']) && (
        <Button size="small" look="ghost" onClick={() => change(NO_FILTERS)}>
          {text('filter.reset')}
        </Button>
      )}
    </search>
  )
}

const Day = (props: { readonly label: string; readonly value: string | undefined; readonly onChange: (day: string | undefined) => void }) => (
  <label className={css.day}>
    <span>{props.label}</span>
    <input type="date" value={props.value ?? ''} onChange={(event) => props.onChange(event.target.value || undefined)} />
  </label>
)
