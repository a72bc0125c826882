import { useState } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import {
  BONUS_RANGE,
  GRID_POINTS,
  MINIMUM_DISTANCE_PERCENT,
  NO_BONUS,
  POINTS_PRESETS,
  presetOf,
  readTable,
  type Bonus,
  type PointsPreset,
} from '#modules/points/rules.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import type { FormParts } from './event-form.tsx'
import css from './form.module.css'
import { isManual } from './form-state.ts'

const CHOICES = [...(Object.keys(POINTS_PRESETS) as PointsPreset[]), 'own'] as const

const GridPoints = lazyPart(() => import('./grid-points.tsx'), 'GridPoints')
/** Nothing besides is as if it had never been said. */
const bonusOf = (bonus: Bonus): Bonus | null => (bonus.pole === 0 && bonus.fastestLap === 0 ? null : bonus)

/** What a place is worth: a usual table, or one of their own. */
export function PointsFields({ form, change, error }: FormParts) {
  const text = useTexts('sessions-form')
  const table = form.points?.table ?? POINTS_PRESETS.usual
  const [isOwn, setOwn] = useState(presetOf(table) === null)
  const [typed, setTyped] = useState(table.join(' '))
  const bonus = form.points?.bonus ?? NO_BONUS
  const gridSize = form.points?.gridSize ?? null
  const set = (some: Partial<NonNullable<typeof form.points>>): void => change({ points: { ...form.points, table: [...table], ...some } })
  return (
    <fieldset className={css.box}>
      <legend className={css.legend}>{text('points.title')}</legend>
      <FieldPair>
        <SelectField
          label={text('points.table')}
          hint={isOwn ? undefined : table.join(' – ')}
          value={isOwn ? 'own' : (presetOf(table) ?? 'own')}
          onChange={(picked) => {
            setOwn(picked === 'own')
            if (picked === 'own') setTyped(table.join(' '))
            else set({ table: [...POINTS_PRESETS[picked as PointsPreset]] })
          }}
          choices={CHOICES.map((name) => ({ value: name, label: text(`points.preset.${name}`) }))}
          error={isOwn ? undefined : error('points')}
        />
        {isOwn && (
          <TextField
            label={text('points.own')}
            hint={text('points.ownHint')}
            value={(readTable(typed) ?? []).join(' ') === table.join(' ') ? typed : table.join(' ')}
            inputMode="decimal"
            onChange={(words) => {
              setTyped(words)
              set({ table: [...(readTable(words) ?? [])] })
            }}
            error={error('points')}
          />
        )}
        {!isManual(form) && (
          <NumberField
            label={text('points.distance')}
            hint={text('points.distanceHint')}
            unit="%"
            min={0}
            max={100}
            value={form.points?.minimumDistancePercent ?? MINIMUM_DISTANCE_PERCENT}
            onChange={(percent) => set({ minimumDistancePercent: percent ?? MINIMUM_DISTANCE_PERCENT })}
            error={error('points.minimumDistancePercent')}
          />
        )}
      </FieldPair>
      {!isManual(form) && (
        <FieldPair>
          <NumberField
            label={text('points.pole')}
            hint={text('points.poleHint')}
            min={BONUS_RANGE[0]}
            max={BONUS_RANGE[1]}
            value={bonus.pole}
            onChange={(pole) => set({ bonus: bonusOf({ ...bonus, pole: pole ?? 0 }) })}
            error={error('points.bonus.pole')}
          />
          <NumberField
            label={text('points.fastestLap')}
            min={BONUS_RANGE[0]}
            max={BONUS_RANGE[1]}
            value={bonus.fastestLap}
            onChange={(fastestLap) => set({ bonus: bonusOf({ ...bonus, fastestLap: fastestLap ?? 0 }) })}
            error={error('points.bonus.fastestLap')}
          />
        </FieldPair>
      )}
      <SwitchField
        label={text('points.byGrid')}
        hint={text('points.byGridHint')}
        value={gridSize !== null}
        onChange={(isOn) => set({ gridSize: isOn ? { base: GRID_POINTS.base, multiplier: GRID_POINTS.multiplier } : null })}
      />
      {gridSize && (
        <GridPoints
          table={table}
          gridSize={gridSize}
          seats={form.maxEntries ?? gridSize.base}
          onChange={(changed) => set({ gridSize: changed })}
          error={error}
        />
      )}
      {form.multiclass && (
        <SwitchField
          label={text('points.byClass')}
          value={form.points?.scope === 'CLASS'}
          onChange={(byClass) => set({ scope: byClass ? 'CLASS' : 'OVERALL' })}
        />
      )}
    </fieldset>
  )
}
