import { useState } from 'react'
import { GRID_POINTS, POINTS_PRESETS, presetOf, readTable, type PointsPreset } from '#modules/points/rules.ts'
import { COUNTED_IN } from '#modules/standings/rules/teams/counted-in.ts'
import { useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useSend } from '#web/kit/send.ts'
import { EditDialog } from '../edit-dialog.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { tournamentsContract as calls } from '../../contract.ts'
import type { MemberView } from '../../contract/shapes.ts'
import { TOURNAMENT } from '../../rules.ts'
import { pointsOf, readParts, versionOf, type Typed } from './typed-points.ts'

const PRESETS = Object.keys(POINTS_PRESETS) as PointsPreset[]

/** How a season scores, all of it; its standings follow what is saved. */
export function PointsDialog({ season, onClose }: { readonly season: MemberView; readonly onClose: () => void }) {
  const text = useTexts('tournaments-admin')
  const askNow = useAskNow()
  const [isChecked, setChecked] = useState(false)
  const change = useSend(calls.SetPointSystem, { said: text('points.saved') })
  const edit = useEdit<Typed>({
    draft: `points ${season.id}`,
    present: versionOf(season),
    ask: async () => versionOf((await askNow(calls.tournament, { id: season.id })) as MemberView),
    save: async ({ v, values }) => {
      setChecked(true)
      const pointSystem = pointsOf(values)
      return pointSystem && change.attempt({ pointSystem }, { id: season.id, v })
    },
    naming: { label: ([key = '']) => text(`points.${key as keyof Typed}`) },
    onDone: onClose,
  })
  const { values, put } = edit
  const table = readTable(values.table)
  const count = (name: 'distance' | 'pole' | 'fastestLap' | 'within' | 'cars', most: number, more: object = {}) => (
    <NumberField
      label={text(`points.${name}`)}
      value={values[name]}
      min={name === 'within' || name === 'cars' ? 1 : 0}
      max={most}
      onChange={(value) => put({ [name]: value })}
      {...more}
    />
  )
  return (
    <EditDialog title={text('points.title')} edit={edit} onClose={onClose}>
      <SwitchField label={text('points.time')} hint={text('points.timeHint')} value={values.time} onChange={(time) => put({ time })} />
      <FieldPair>
        <SelectField
          label={text('points.presets')}
          value={(table && presetOf(table)) ?? 'own'}
          choices={[
            ...PRESETS.map((name) => ({ value: name, label: text(`points.preset.${name}`) })),
            { value: 'own', label: text('points.own'), disabled: true },
          ]}
          onChange={(name) => put({ table: POINTS_PRESETS[name as PointsPreset].join(' ') })}
        />
        <TextField
          label={text('points.table')}
          hint={text('points.tableHint')}
          value={values.table}
          error={(isChecked && table === null ? text('points.tableWrong') : undefined) ?? change.errorAt('pointSystem')}
          onChange={(typed) => put({ table: typed })}
        />
      </FieldPair>
      <FieldPair>
        <SelectField
          label={text('points.scope')}
          value={values.scope}
          choices={(['OVERALL', 'CLASS'] as const).map((value) => ({ value, label: text(`points.${value}`) }))}
          onChange={(scope) => put({ scope: scope as Typed['scope'] })}
        />
        {count('distance', 100, { hint: text('points.distanceHint'), unit: '%' })}
      </FieldPair>
      <FieldPair>
        {count('pole', TOURNAMENT.points)}
        {count('fastestLap', TOURNAMENT.points)}
        {count('within', 100, { hint: text('points.withinHint'), optional: true })}
      </FieldPair>
      <SwitchField label={text('points.grid')} value={values.grid} onChange={(grid) => put({ grid })} />
      {values.grid && (
        <FieldPair>
          <NumberField
            label={text('points.base')}
            value={values.base}
            min={GRID_POINTS.baseRange[0]}
            max={GRID_POINTS.baseRange[1]}
            onChange={(base) => put({ base })}
          />
          <NumberField
            label={text('points.multiplier')}
            value={values.multiplier}
            min={GRID_POINTS.multiplierRange[0]}
            max={GRID_POINTS.multiplierRange[1]}
            step={0.1}
            onChange={(multiplier) => put({ multiplier })}
          />
        </FieldPair>
      )}
      <TextField
        label={text('points.best')}
        hint={text('points.bestHint')}
        optional
        value={values.best}
        error={(isChecked && readParts(values.best) === null ? text('points.bestWrong') : undefined) ?? change.errorAt('bestRounds')}
        onChange={(best) => put({ best })}
      />
      <SelectField
        label={text('points.carsIn')}
        value={values.carsIn}
        choices={COUNTED_IN.map((value) => ({ value, label: text(`points.${value}`) }))}
        onChange={(carsIn) => put({ carsIn: carsIn as Typed['carsIn'] })}
      />
      {count('cars', 50, { hint: text('points.carsHint'), optional: true })}
      <SelectField
        label={text('points.shared')}
        value={values.shared}
        choices={(['FULL', 'SHARE'] as const).map((value) => ({ value, label: text(`points.${value}`) }))}
        onChange={(shared) => put({ shared: shared as Typed['shared'] })}
      />
      <SwitchField label={text('points.nations')} value={values.nations} onChange={(nations) => put({ nations })} />
    </EditDialog>
  )
}
