import { useTexts } from '#web/kit/texts.tsx'
import { FieldPair } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import type { FormParts } from './event-form.tsx'

/** Automated splits, and what one of them holds. `most` is what one server has room for, `room` says so. */
export function SplitFields({
  form,
  change,
  error,
  most,
  room,
  isLacking,
}: FormParts & { readonly most: number; readonly room: string; readonly isLacking: boolean }) {
  const text = useTexts('sessions-form')
  return (
    <>
      <SwitchField
        label={text('form.isMultiSplit')}
        hint={text('form.isMultiSplitHint')}
        value={form.isMultiSplit}
        onChange={(isMultiSplit) => change({ isMultiSplit })}
        disabled={isLacking}
        error={error('config.isMultiSplit')}
      />
      {form.isMultiSplit && (
        <FieldPair>
          <NumberField
            label={text('form.maxSplitEntries')}
            value={form.maxSplitEntries}
            min={2}
            max={most}
            onChange={(maxSplitEntries) => change({ maxSplitEntries })}
            hint={room}
            error={error('config.maxSplitEntries')}
          />
          <NumberField
            label={text('form.minSplitEntries')}
            value={form.minSplitEntries}
            min={1}
            max={form.maxSplitEntries ?? most}
            onChange={(minSplitEntries) => change({ minSplitEntries })}
            hint={text('form.minSplitEntriesHint')}
            error={error('config.minSplitEntries')}
          />
        </FieldPair>
      )}
    </>
  )
}
