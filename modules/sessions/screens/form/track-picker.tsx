import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { countryAliases } from '#core/country.ts'
import { find, type Findable } from '#core/search/finding.ts'
import { nicknamesOf } from '#games/facts/nicknames.ts'
import { useFormat } from '#web/kit/format.ts'
import { useLocale, useTexts } from '#web/kit/texts.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { countryName, Flag } from '#web/ui/mark/flag.tsx'
import field from '#web/ui/form/form.module.css'
import type { CatalogueReply } from '../../contract.ts'
import { PaidMark } from './paid-mark.tsx'
import css from './pickers.module.css'

type Track = CatalogueReply['tracks'][number]

/** A track found by its names, its layouts or its country; with `free` any other name may stand as it is typed. */
export function TrackPicker(props: {
  readonly tracks: readonly Track[]
  readonly value: string | null
  readonly free: boolean
  readonly error?: string
  readonly hint?: string
  readonly onPick: (trackId: string) => void
}) {
  const text = useTexts('sessions-form')
  const locale = useLocale()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const picked = props.tracks.find((track) => track.id === props.value)
  const shownName = picked?.name ?? props.value ?? ''
  const [words, setWords] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isOpen = words !== null
  const typed = (words ?? '').trim()
  const described = useMemo(
    () => props.tracks.map((track) => ({ track, ...describe(track, locale) })).toSorted((a, b) => a.track.name.localeCompare(b.track.name)),
    [props.tracks, locale],
  )
  const found = isOpen ? find(described, typed, (one) => one).map(({ track }) => track) : []
  const own = props.free && typed !== '' && !props.tracks.some((track) => track.name.toLowerCase() === typed.toLowerCase()) ? typed : null
  const count = found.length + (own === null ? 0 : 1)
  const close = (): void => setWords(null)
  const pick = (trackId: string): void => {
    props.onPick(trackId)
    close()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) setWords('')
      else if (count > 0) setActive((active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count)
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      const chosen = found[active]?.id ?? own
      if (chosen) pick(chosen)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }
  const optionId = (index: number): string => `${id}-${index}`
  return (
    <Field label={text('form.track')} error={props.error} hint={props.hint}>
      {(ties) => (
        <div className={css.picker}>
          <input
            ref={box}
            {...ties}
            className={field.input}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && count > 0 ? optionId(active) : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={text(props.free ? 'form.trackFree' : 'form.trackPlaceholder')}
            value={words ?? shownName}
            maxLength={80}
            onClick={() => {
              if (!isOpen) {
                setWords('')
                setActive(0)
              }
            }}
            onChange={(event) => {
              setWords(event.target.value)
              setActive(0)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              // what was typed and not picked is meant all the same where any name will do
              if (own !== null && found.length === 0) props.onPick(own)
              close()
            }}
          />
          <div id={`${id}-list`} role="listbox" aria-label={text('form.track')} className={css.list} hidden={!isOpen}>
            {[...found.map(({ id: trackId }) => trackId), ...(own === null ? [] : [own])].map((trackId, index) => (
              <div
                key={trackId}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={css.option}
                ref={index === active ? intoView : undefined}
                // the focus stays in the box
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(trackId)}
                onKeyDown={onKeyDown}
              >
                {index < found.length ? <TrackLine track={found[index]!} /> : text('form.useWords', { words: trackId })}
              </div>
            ))}
          </div>
          {isOpen && count === 0 && <p className={css.nothing}>{text('form.noTrack')}</p>}
        </div>
      )}
    </Field>
  )
}

function TrackLine({ track }: { readonly track: Track }) {
  const text = useTexts('sessions-form')
  const format = useFormat()
  const facts = [
    track.layouts.length > 1 && text('form.layouts', { count: track.layouts.length }),
    track.lengthM !== null && format.kilometres(track.lengthM),
    track.maxGrid !== null && text('form.gridOf', { cars: track.maxGrid }),
  ].filter((fact) => fact !== false)
  return (
    <>
      <Flag country={track.country} plain size="small" />
      <span className={css.name}>
        {track.name}
        <small>{facts.join(' · ')}</small>
      </span>
      {track.dlc !== null && <PaidMark pack={track.dlc} />}
      <Drawn outline={track.outline} />
    </>
  )
}

/** The layouts of a track as cards, with what tells them apart. */
export function LayoutPicker(props: {
  readonly layouts: Track['layouts']
  /** Only layouts the game's own server has can be picked. */
  readonly hosted: boolean
  readonly value: string | null
  readonly error?: string
  readonly onPick: (layoutId: string) => void
}) {
  const text = useTexts('sessions-form')
  const format = useFormat()
  const name = useId()
  return (
    <fieldset className={css.layouts}>
      <legend className={field.label}>{text('form.layout')}</legend>
      {props.layouts.map((layout) => (
        <label key={layout.id} className={css.layout}>
          <input
            type="radio"
            name={name}
            checked={layout.id === props.value}
            disabled={props.hosted && layout.unhosted && layout.id !== props.value}
            onChange={() => props.onPick(layout.id)}
          />
          <span className={css.name}>
            {layout.name}
            <small>
              {[
                layout.lengthM !== null && format.kilometres(layout.lengthM),
                layout.maxGrid !== null && text('form.gridOf', { cars: layout.maxGrid }),
                props.hosted && layout.unhosted && text('form.unhosted'),
              ]
                .filter((fact) => fact !== false)
                .join(' · ')}
            </small>
          </span>
          <Drawn outline={layout.outline} />
        </label>
      ))}
      <p className={field.error} aria-live="polite">
        {props.error}
      </p>
    </fieldset>
  )
}

/** A list can be long: what is not scrolled to is not fetched. */
const Drawn = ({ outline }: { readonly outline: string | null }) =>
  outline !== null && <img src={outline} alt="" width={48} height={36} loading="lazy" className={css.drawn} />

const intoView = (item: HTMLDivElement | null): void => item?.scrollIntoView({ block: 'nearest' })

/** A track by its names and nicknames, then its layouts, then its country. */
function describe(track: Track, locale: string): Findable {
  const { name, layouts, country } = track
  return {
    names: [name, ...nicknamesOf(name)],
    parts: layouts.map((layout) => layout.name),
    places: country ? [countryName(country, locale), ...countryAliases(country)] : [],
  }
}
