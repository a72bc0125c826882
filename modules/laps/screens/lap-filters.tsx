import { useState } from 'react'
import { GAME_FACTS } from '#games/facts/facts.ts'
import type { LeagueId } from '#core/ids.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import { useSearch } from '#web/kit/navigation.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { lazyPart } from '#web/kit/lazy.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { FilterFold } from '#web/ui/layout/filter-fold.tsx'
import { DateRange, SegmentChoice } from './filters.tsx'
import css from './laps.module.css'
import type { Asked } from './list-params.ts'

const DriverPicker = lazyPart(() => import('./driver-picker.tsx'), 'DriverPicker')

/** What is chosen besides the track; pressed it is taken out. */
type Chosen = { readonly filter: string; readonly all: readonly string[]; readonly id: string; readonly name: string }

/** Names a track with its layout, as the list of tracks does. */
const placeKey = (trackId: string, layoutId: string): string => `${trackId}|${layoutId}`

/** Filters of the page; what is chosen stands in the address, so that a list can be shared. */
export function LapFilters({ asked }: { readonly asked: Asked }) {
  const text = useTexts('laps')
  const me = useMe()
  const [, change] = useSearch()
  const { data } = useAsk(sessionsContract.catalogue, { game: asked.gameId }, { staleMs: Infinity })
  const [trackId = '', ...tracks] = asked.trackIds ?? []
  const shown = placeKey(trackId, asked.layoutId ?? '')
  const { carModelIds: cars = [], communityIds = [] } = asked
  const drivers = asked.driverIds ?? []
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [isPicking, pick] = useState(false)
  const communities = Object.entries(me?.memberships ?? {}).filter(([, { role }]) => role !== null)
  const set = [tracks[0], cars[0], communityIds[0], drivers[0], asked.tournamentId, asked.dateFrom, asked.dateTo].filter(Boolean).length
  const put = (filter: string, ids: readonly string[]) => change({ [filter]: ids.join(',') || undefined })
  const chosen: readonly Chosen[] = [
    ...tracks.map((id) => ({ filter: 'tracks', all: tracks, id, name: data?.tracks.find((one) => one.id === id)?.name ?? id })),
    ...cars.map((id) => ({ filter: 'cars', all: cars, id, name: data?.cars.find((one) => one.id === id)?.name ?? id })),
    ...communityIds.map((id) => ({ filter: 'community', all: communityIds, id, name: me?.memberships[id]?.name ?? text('filter.thisCommunity') })),
    ...drivers.map((id) => ({ filter: 'drivers', all: drivers, id, name: names[id] ?? text('filter.drivers', { count: 1 }) })),
    ...(asked.tournamentId ? [{ filter: 'season', all: [asked.tournamentId], id: asked.tournamentId, name: text('filter.season') }] : []),
  ]
  const places = (data?.tracks ?? []).flatMap((track) =>
    (track.layouts.length > 0 ? track.layouts : [{ id: '', name: '' }]).map((layout) => ({
      value: placeKey(track.id, layout.id),
      label: layout.name ? `${track.name}, ${layout.name}` : track.name,
    })),
  )
  return (
    <search className={css.filters}>
      <SegmentChoice value={asked.segmentType ?? null} onChange={(one) => change({ segment: one?.toLowerCase() })} />
      <FilterFold className={css.folds} label={set > 0 ? text('filter.on', { count: set }) : text('filter.label')}>
        <SelectField
          label={text('filter.game')}
          value={asked.gameId}
          onChange={(game) => change({ game, track: undefined, layout: undefined, tracks: undefined, cars: undefined, season: undefined })}
          choices={Object.values(GAME_FACTS)
            .filter(({ isAnother }) => !isAnother)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          label={text('filter.track')}
          value={shown}
          onChange={(place) => change({ track: place.split('|')[0], layout: place.split('|')[1], tracks: undefined })}
          choices={places}
        />
        <SelectField
          label={text('filter.moreTracks')}
          value={null}
          placeholder={text('filter.addTrack')}
          onChange={(track) => put('tracks', [...tracks, track])}
          choices={(data?.tracks ?? [])
            .filter(({ id }) => id !== trackId && !tracks.includes(id))
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectField
          label={text('filter.car')}
          value={null}
          placeholder={text(cars.length > 0 ? 'filter.addCar' : 'filter.allCars')}
          onChange={(car) => put('cars', [...cars, car])}
          choices={(data?.cars ?? []).filter(({ id }) => !cars.includes(id)).map(({ id, name }) => ({ value: id, label: name }))}
        />
        {me && communities.length > 0 && (
          <SelectField
            label={text('filter.community')}
            value={null}
            placeholder={text(communityIds.length > 0 ? 'filter.addCommunity' : 'filter.allCommunities')}
            onChange={(one) => put('community', [...communityIds, one])}
            choices={communities.filter(([id]) => !communityIds.includes(id as LeagueId)).map(([value, { name }]) => ({ value, label: name }))}
          />
        )}
        {me && (
          <Button className={css.pick} onClick={() => pick(true)} onPointerEnter={() => void DriverPicker.preload()}>
            {text('filter.addDriver')}
          </Button>
        )}
        {(me || asked.dateFrom || asked.dateTo) && <DateRange from={asked.dateFrom} to={asked.dateTo} onChange={change} />}
      </FilterFold>
      {chosen.length > 0 && (
        <div className={css.chosen}>
          {chosen.map(({ filter, all, id, name }) => (
            <button
              key={`${filter} ${id}`}
              type="button"
              onClick={() =>
                put(
                  filter,
                  all.filter((one) => one !== id),
                )
              }
            >
              <span className="unseen">{text('filter.without', { name })}</span>
              <span aria-hidden="true">{name}</span> <Icon name="close" size={14} />
            </button>
          ))}
        </div>
      )}
      {isPicking && (
        <DriverPicker
          chosen={drivers}
          onPick={({ id, name }) => (setNames({ ...names, [id]: name }), put('drivers', [...drivers, id]))}
          onClose={() => pick(false)}
        />
      )}
    </search>
  )
}
