import { useRef, useState } from 'react'
import { countryAliases } from '#core/country.ts'
import { nicknamesOf } from '#games/facts/nicknames.ts'
import type { GameId } from '#games/game.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useLocale, useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { countryName } from '#web/ui/mark/flag.tsx'
import type { TypedRound } from './typed.ts'
import css from './planner.module.css'

type Track = Pick<TypedRound, 'trackId' | 'layoutId' | 'track'>
type Props = { readonly game: GameId; readonly count: number; readonly error: string | undefined; readonly onPick: (track: Track) => void }

/** One track after the other, each with its layouts, found by what is typed. A game without tracks of its own takes any name. */
export function TrackChoice({ game, count, error, onPick }: Props) {
  const text = useTexts('tournaments-planner')
  const locale = useLocale()
  const box = useRef<HTMLDivElement>(null)
  const tracks = useAsk(sessionsContract.catalogue, { game, part: 'plan' }).data?.tracks
  if (tracks?.length === 0) return <OwnTrack error={error} onPick={onPick} />
  const choices = (tracks ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap(({ id, name, layouts }): readonly Track[] =>
      layouts.length === 0
        ? [{ trackId: id, layoutId: null, track: name }]
        : layouts.map((layout) => ({ trackId: id, layoutId: layout.id, track: layouts.length === 1 ? name : `${name} · ${layout.name}` })),
    )
    .map((track) => ({ ...track, value: `${track.trackId} ${track.layoutId ?? ''}` }))
  const countryOf = new Map((tracks ?? []).map(({ id, country }) => [id, country]))
  const alsoOf = (trackId: string, name: string): readonly string[] => {
    const country = countryOf.get(trackId)
    return [...nicknamesOf(name.split(' · ')[0]!), ...(country ? [countryName(country, locale), ...countryAliases(country)] : [])]
  }
  const pick = (value: string): void => {
    const found = choices.find((choice) => choice.value === value)
    if (!found) return
    const { trackId, layoutId, track } = found
    onPick({ trackId, layoutId, track })
    // the next one can be typed at once
    requestAnimationFrame(() => box.current?.querySelector('input')?.focus())
  }
  return (
    <div ref={box} className={css.add}>
      <SelectField
        key={count}
        search
        label={text('addTrack')}
        placeholder={text('addTrackHint')}
        value={null}
        choices={choices.map(({ value, trackId, track }) => ({ value, label: track, also: alsoOf(trackId, track) }))}
        error={error}
        onChange={pick}
      />
    </div>
  )
}

function OwnTrack({ error, onPick }: Pick<Props, 'error' | 'onPick'>) {
  const text = useTexts('tournaments-planner')
  const [typed, setTyped] = useState('')
  const add = (): void => {
    const track = typed.trim()
    if (track === '') return
    onPick({ trackId: track, layoutId: null, track })
    setTyped('')
  }
  return (
    <div className={css.add}>
      <TextField label={text('addTrack')} value={typed} maxLength={80} error={error} onChange={setTyped} />
      <Button onClick={add}>{text('add')}</Button>
    </div>
  )
}
