import { useState, useId } from 'react'
import { GAME_FACTS } from '#games/facts/facts.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useSearch } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { DateRange, SegmentChoice } from './filters.tsx'
import css from './laps.module.css'
import type { Asked } from './list-params.ts'

/** Names a track with its layout, as the list of tracks does. */
const placeKey = (trackId: string, layoutId: string): string => `${trackId}|${layoutId}`

/** Filters of the page; what is chosen stands in the address, so that a list can be shared. */
export function LapFilters({ asked }: { readonly asked: Asked }) {
  const text = useTexts('laps')
  const me = useMe()
  const [, change] = useSearch()
  const [open, setOpen] = useState(false)
  const fieldsId = useId()
  const { data } = useAsk(sessionsContract.catalogue, { game: asked.gameId }, { staleMs: Infinity })
  const [trackId = ''] = asked.trackIds ?? []
  const shown = placeKey(trackId, asked.layoutId ?? '')
  const cars = asked.carModelIds ?? []
  const [community] = asked.communityIds ?? []
  const drivers = asked.driverIds ?? []
  const communities = Object.entries(me?.memberships ?? {}).filter(([, { role }]) => role !== null)
  const set = [asked.carModelIds, asked.communityIds, asked.driverIds, asked.dateFrom, asked.dateTo].filter(Boolean).length
  const nameOf = (car: string): string => data?.cars.find(({ id }) => id === car)?.name ?? car
  const places = (data?.tracks ?? []).flatMap((track) =>
    (track.layouts.length > 0 ? track.layouts : [{ id: '', name: '' }]).map((layout) => ({
      value: placeKey(track.id, layout.id),
      label: layout.name ? `${track.name}, ${layout.name}` : track.name,
    })),
  )
  return (
    <search className={css.filters}>
      <SegmentChoice value={asked.segmentType ?? null} onChange={(one) => change({ segment: one?.toLowerCase() })} />
      <Button className={css.fold} aria-expanded={open} aria-controls={fieldsId} icon={<Icon name="down" size={16} />} onClick={() => setOpen(!open)}>
        {set > 0 ? text('filter.on', { count: set }) : text('filter.label')}
      </Button>
      <div id={fieldsId} className={css.folds} data-open={open || undefined}>
        <SelectField
          label={text('filter.game')}
          value={asked.gameId}
          onChange={(game) => change({ game, track: undefined, layout: undefined, cars: undefined })}
          choices={Object.values(GAME_FACTS)
            .filter(({ isAnother }) => !isAnother)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          label={text('filter.track')}
          value={shown}
          onChange={(place) => change({ track: place.split('|')[0], layout: place.split('|')[1] })}
          choices={places}
        />
        {me && (
          <SelectField
            label={text('filter.car')}
            value={null}
            placeholder={text(cars.length > 0 ? 'filter.addCar' : 'filter.allCars')}
            onChange={(car) => change({ cars: [...cars, car].join(',') })}
            choices={(data?.cars ?? []).filter(({ id }) => !cars.includes(id)).map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        {me && (communities.length > 0 || community) && (
          <SelectField
            label={text('filter.community')}
            value={community ?? 'all'}
            onChange={(one) => change({ community: one === 'all' ? undefined : one })}
            choices={[
              { value: 'all', label: text('filter.allCommunities') },
              ...communities.map(([value, { name }]) => ({ value, label: name })),
              ...(community && !communities.some(([id]) => id === community) ? [{ value: community, label: text('filter.thisCommunity') }] : []),
            ]}
          />
        )}
        {me && <DateRange from={asked.dateFrom} to={asked.dateTo} onChange={change} />}
      </div>
      {(cars.length > 0 || drivers.length > 0) && (
        <div className={css.chosen}>
          {cars.map((car) => (
            <button key={car} type="button" onClick={() => change({ cars: cars.filter((one) => one !== car).join(',') })}>
              <span className="unseen">{text('filter.without', { name: nameOf(car) })}</span>
              <span aria-hidden="true">{nameOf(car)}</span> <Icon name="close" size={14} />
            </button>
          ))}
          {drivers.length > 0 && (
            <button type="button" onClick={() => change({ drivers: undefined })}>
              <span className="unseen">{text('filter.without', { name: text('filter.drivers', { count: drivers.length }) })}</span>
              <span aria-hidden="true">{text('filter.drivers', { count: drivers.length })}</span> <Icon name="close" size={14} />
            </button>
          )}
        </div>
      )}
    </search>
  )
}
