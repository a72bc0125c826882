import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextArea, TextField } from '#web/ui/form/text-field.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import type { CatalogueReply } from '../../contract.ts'
import { BOUNDS } from '../../rules.ts'
import { CarPicker } from './car-picker.tsx'
import { seatsOn } from '../choices/choices.ts'
import type { FormParts } from './event-form.tsx'
import { CLASS_COLOURS, hostingOf, isAnotherGame, isManual, keysOf, trackGrid, type ClassState } from './form-state.ts'
import css from './form.module.css'
import { LayoutPicker, TrackPicker } from './track-picker.tsx'

/** Track and cars; the name follows the track until one is typed. */
export function StepContent({ form, change, error, game }: FormParts & { readonly game: CatalogueReply | undefined }) {
  const text = useTexts('sessions-form')
  if (!game) return <Skeleton rows={5} height={60} />
  const byHand = isManual(form)
  const track = game.tracks.find(({ id }) => id === form.trackId)
  const pick = (trackId: string): void => {
    const picked = game.tracks.find(({ id }) => id === trackId)
    const layoutId = (picked?.layouts.find(({ unhosted }) => !unhosted) ?? picked?.layouts[0])?.id ?? null
    change({
      trackId,
      layoutId,
      ...seatsOn(form, trackGrid(game, { ...form, trackId, layoutId })),
      ...(form.nameTyped ? {} : { name: text('form.nameFor', { track: picked?.name ?? trackId }) }),
    })
  }
  // A class has no id of its own until it is typed: its place is its name here.
  const keys = keysOf(form.classes.map(() => 'class'))
  const carsOf = (index: number): string[] => form.classes.flatMap((one, other) => (other === index ? [] : one.carIds))
  const setClass = (index: number, some: Partial<ClassState>): void =>
    change({ classes: form.classes.map((one, other) => (other === index ? { ...one, ...some } : one)) })
  return (
    <>
      {isAnotherGame(form.game) && (
        <TextField
          label={text('form.gameName')}
          value={form.gameName}
          maxLength={BOUNDS.gameName}
          onChange={(gameName) => change({ gameName })}
          error={error('gameName')}
        />
      )}
      <TrackPicker
        tracks={game.tracks}
        value={form.trackId}
        free={byHand}
        onPick={pick}
        error={error('trackId')}
        hint={track && !byHand ? text('form.trackFacts', { cars: trackGrid(game, form) }) : undefined}
      />
      {track && track.layouts.length > 1 && (
        <LayoutPicker
          layouts={track.layouts}
          hosted={hostingOf(form) === 'AUTOMATIC'}
          value={form.layoutId}
          onPick={(layoutId) => change({ layoutId, ...seatsOn(form, trackGrid(game, { ...form, layoutId })) })}
          error={error('layoutId')}
        />
      )}
      <TextField
        label={text('form.name')}
        value={form.name}
        onChange={(name) => change({ name, nameTyped: true })}
        maxLength={128}
        error={error('sessionName')}
      />
      <SwitchField
        label={text('form.multiclass')}
        value={form.multiclass}
        onChange={(multiclass) =>
          change({ multiclass, ...(multiclass && form.classes.length === 0 ? { classes: [emptyClass(0), emptyClass(1)] } : {}) })
        }
      />
      {!form.multiclass && (
        <CarPicker
          label={text('form.cars')}
          hint={text('form.carsHint')}
          game={game}
          picked={form.carIds}
          taken={[]}
          free={byHand}
          onChange={(carIds) => change({ carIds })}
          error={error('cars')}
        />
      )}
      {form.multiclass &&
        form.classes.map((one, index) => (
          <fieldset key={keys[index]} className={css.box}>
            <legend className={css.legend}>{one.name || `${index + 1}.`}</legend>
            <FieldPair>
              <TextField label={text('form.classShort')} value={one.id} maxLength={12} onChange={(id) => setClass(index, { id })} />
              <TextField
                label={text('form.className')}
                value={one.name}
                maxLength={BOUNDS.className}
                onChange={(name) => setClass(index, { name, ...(shortOf(one.name) === one.id ? { id: shortOf(name) } : {}) })}
              />
              <NumberField
                label={text('form.classMax')}
                optional
                value={one.maxEntries}
                min={1}
                max={form.isMultiSplit ? BOUNDS.allSplits : BOUNDS.maxGrid}
                onChange={(maxEntries) => setClass(index, { maxEntries })}
              />
              <label className={css.colour}>
                <span>{text('form.classColor')}</span>
                <input type="color" value={one.color} onChange={(event) => setClass(index, { color: event.target.value })} />
              </label>
            </FieldPair>
            <CarPicker
              label={text('form.classCars', { name: one.name || String(index + 1) })}
              game={game}
              picked={one.carIds}
              taken={carsOf(index)}
              free={byHand}
              onChange={(carIds) => setClass(index, { carIds })}
            />
            {form.classes.length > BOUNDS.classesAtLeast && (
              <Button size="small" onClick={() => change({ classes: form.classes.filter((_, other) => other !== index) })}>
                {text('form.removeClass')}
              </Button>
            )}
          </fieldset>
        ))}
      {form.multiclass && (
        <>
          <p className={css.error} aria-live="polite">
            {error('carClasses')}
          </p>
          {form.classes.length < BOUNDS.classes && (
            <Button onClick={() => change({ classes: [...form.classes, emptyClass(form.classes.length)] })}>{text('form.addClass')}</Button>
          )}
        </>
      )}
      <TextArea
        label={text('form.description')}
        hint={text('form.descriptionHint')}
        optional
        value={form.description}
        onChange={(description) => change({ description })}
        maxLength={5000}
        error={error('description')}
      />
    </>
  )
}

const emptyClass = (index: number): ClassState => ({
  id: '',
  name: '',
  color: CLASS_COLOURS[index % CLASS_COLOURS.length]!,
  carIds: [],
  maxEntries: null,
})
const shortOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, 12)
