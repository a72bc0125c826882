import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { CORRECTION_REASON, FIRST_VALUE, hasValue, VALUE_BOUNDS, type CorrectionKind } from '../rules.ts'

/** `value` in points, seconds or places. */
export type TypedCorrection = {
  readonly kind: CorrectionKind
  readonly value: number | null
  readonly scope: 'OVERALL' | 'RACE'
  readonly reason: string
}
const FIELD = { ADJUSTMENT: 'points', POINTS: 'points', TIME: 'time', POSITIONS: 'positions' } as const

/** A correction as it is typed; points that are given or taken may count in the event as a whole. */
export function CorrectionFields(props: {
  /** What may be chosen. */
  readonly kinds: readonly CorrectionKind[]
  readonly typed: TypedCorrection
  readonly onChange: (some: Partial<TypedCorrection>) => void
  readonly errorAt: (field: string) => string | undefined
}) {
  const { typed, onChange, errorAt } = props
  const { kind } = typed
  const text = useTexts('corrections')
  return (
    <>
      <FieldPair>
        <SelectField
          label={text('add.kind')}
          value={kind}
          onChange={(chosen) => onChange({ kind: chosen as CorrectionKind, value: FIRST_VALUE[chosen as CorrectionKind] })}
          choices={props.kinds.map((one) => ({ value: one, label: text(`kind.${one}`) }))}
        />
        {kind === 'ADJUSTMENT' && (
          <SelectField
            label={text('add.scope')}
            value={typed.scope}
            onChange={(scope) => onChange({ scope: scope as TypedCorrection['scope'] })}
            choices={[
              { value: 'RACE', label: text('scope.race') },
              { value: 'OVERALL', label: text('scope.event') },
            ]}
          />
        )}
      </FieldPair>
      {hasValue(kind) && (
        <NumberField
          key={kind}
          label={text(`add.value.${kind}`)}
          hint={text(`add.hint.${kind}`)}
          value={typed.value}
          onChange={(value) => onChange({ value })}
          min={-VALUE_BOUNDS[kind].most}
          max={VALUE_BOUNDS[kind].most}
          step={kind === 'POSITIONS' ? 1 : 0.5}
          unit={kind === 'TIME' ? 's' : undefined}
          error={errorAt(FIELD[kind])}
        />
      )}
      <TextArea
        label={text('add.reason')}
        hint={text('add.reasonHint')}
        value={typed.reason}
        onChange={(reason) => onChange({ reason })}
        maxLength={CORRECTION_REASON.max}
        rows={3}
        error={errorAt('reason')}
      />
    </>
  )
}
