import { useAddressChoice } from '#web/kit/place/address-choice.ts'
import { useFormat } from '#web/kit/format.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { StartTime } from '#web/ui/data/time.tsx'
import { Chip, ChipChoice } from '#web/ui/mark/chip.tsx'
import type { PublicEntryList } from '../../contract.ts'
import css from './split.module.css'

/** Which split of an event is shown, how strong it is, and whether it stands. */
export function SplitBar({ splits, shown }: { readonly splits: NonNullable<PublicEntryList['splits']>; readonly shown: number }) {
  const text = useTexts('entries')
  const format = useFormat()
  const [, choose] = useAddressChoice('split')
  const strength = splits.splits.find(({ splitNo }) => splitNo === shown)?.fieldStrength ?? null
  const isDivided = splits.splits.length > 1
  return (
    <div className={css.bar}>
      {(isDivided || strength !== null) && (
        <div className={css.choice}>
          {isDivided && (
            <ChipChoice
              label={text('split.choice')}
              value={String(shown)}
              onChange={choose}
              choices={splits.splits.map(({ splitNo, entries }) => ({
                value: String(splitNo),
                label: text('split.no', { number: splitNo }),
                count: entries,
              }))}
            />
          )}
          <Chip tone="quiet">{strength === null ? text('split.byRegistration') : text('split.strength', { rank: format.number(strength) })}</Chip>
        </div>
      )}
      <p className={css.quiet}>
        {splits.frozenAt ? (
          text(isDivided ? 'split.frozen' : 'split.frozenOne')
        ) : (
          <>
            {text(isDivided ? 'split.soFar' : 'split.oneSoFar', { most: splits.maxSplitEntries })} <StartTime at={splits.freezesAt} />
          </>
        )}
      </p>
    </div>
  )
}
