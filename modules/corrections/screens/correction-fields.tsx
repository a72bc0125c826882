import { useTexts } from '#web/kit/texts.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { CORRECTION_REASON, FIRST_VALUE, hasValue, VALUE_BOUNDS, type CorrectionKind } from '../rules.ts'

/** `value` in points, seconds or places. */
export type TypedCorrection = {
  readonly kind: CorrectionKind
  readonly value: number | null
  readonly scope: 'OVERALL' | 'RACE'
  readonly reason: string
}
const FIELD = { ADJUSTMENT: 'points', POINTS: 'points', TIME: 'time', POSITIONS: 'positions' } as const

/** What stewards give most, a tap each. */
const USUAL_S = [5, 10, 30]

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
      <ChipChoice
        label={text('add.kind')}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen, value: FIRST_VALUE[chosen] })}
        choices={props.kinds.map((one) => ({ value: one, label: text(`kind.${one}`) }))}
      />
      {kind === 'ADJUSTMENT' && (
        <ChipChoice
          label={text('add.scope')}
          value={typed.scope}
          onChange={(scope) => onChange({ scope })}
          choices={[
            { value: 'RACE', label: text('scope.race') },
            { value: 'OVERALL', label: text('scope.event') },
          ]}
        />
      )}
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
      {kind === 'TIME' && (
        <ChipChoice
          label={text('add.usual')}
          value={String(typed.value)}
          onChange={(seconds) => onChange({ value: Number(seconds) })}
          choices={USUAL_S.map((seconds) => ({ value: String(seconds), label: text('value.seconds', { signed: `+${seconds}` }) }))}
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
