import { shownSplit, splitIn } from '#modules/sessions/rules/split-choice.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useAddressChoice } from '#web/kit/place/address-choice.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import type { ConfirmationView } from '../contract/confirmation.ts'
import { resultsContract, type SegmentView } from '../contract.ts'
import { isOf } from '../rules/own-result.ts'
import type { RowTools } from './result-table.tsx'
import { SegmentResults, type MoreOfSegment } from './segment-results.tsx'

/** A segment that several splits drove: the one the address chooses, else the reader's own. */
export function SplitSegments(props: {
  readonly sessionId: string
  readonly label: string
  readonly splits: readonly SegmentView[]
  readonly confirmation: ConfirmationView | null
  readonly isSignedIn: boolean
  readonly more?: MoreOfSegment
  readonly rowTools?: RowTools
}) {
  const { splits, ...rest } = props
  const text = useTexts('results')
  const [typed, choose] = useAddressChoice('split')
  const mine = useAsk(resultsContract.memberResults, { sessionId: props.sessionId }, { when: props.isSignedIn }).data?.mine ?? []
  const own = splits.find(({ results }) => results.some(({ participantId }) => mine.includes(participantId)))
  const [driver] = useAddressChoice('driver')
  const shared = splits.find(({ results }) => results.some(isOf(driver)))
  const shown = shownSplit(splitIn(typed), (shared ?? own)?.splitNo ?? null, splits)
  const choice = (
    <ChipChoice
      label={text('filter.split')}
      value={String(shown)}
      onChange={choose}
      choices={splits.map(({ splitNo }) => ({ value: String(splitNo), label: text('filter.splitOf', { no: String(splitNo) }) }))}
    />
  )
  return <SegmentResults {...rest} segment={splits.find(({ splitNo }) => splitNo === shown) ?? splits[0]!} beside={choice} />
}
