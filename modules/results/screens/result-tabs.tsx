import type { ReactNode } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useMe } from '#web/kit/me.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { resultsContract, type ResultsView, type SegmentView } from '../contract.ts'
import { SegmentResults } from './segment-results.tsx'

const ResultFiles = lazyPart(() => import('./result-files.tsx'), 'ResultFiles')

export type ResultTab = {
  /** What stands in the address: race-1, qualify-1, practice-1. */
  readonly key: string
  readonly label: string
  readonly count: number | undefined
  readonly render: () => ReactNode
}

type Shown = ResultsView & { readonly may?: { readonly manageFiles: boolean; readonly seeAllLaps: boolean } }

/**
 * The result tabs of an event in their order: one for each segment that has rows. `ended` adds a tab that says so when there is none. The page's
 * `load` asks `memberResults` for somebody signed in and `results` for a visitor, so that the tables stand in the first paint.
 */
export function useResultTabs(sessionId: string, options: { readonly ended?: boolean } = {}): readonly ResultTab[] {
  const text = useTexts('results')
  const isSignedIn = useMe() !== null
  const asVisitor = useAsk(resultsContract.results, { sessionId }, { when: !isSignedIn })
  const asMember = useAsk(resultsContract.memberResults, { sessionId }, { when: isSignedIn })
  const shown: Shown | undefined = isSignedIn ? asMember.data : asVisitor.data
  if (!shown) return []
  const files = shown.may?.manageFiles ? <ResultFiles sessionId={sessionId} /> : null
  const bySegment = Map.groupBy(shown.results, ({ key }) => key)
  const tabs = [...bySegment].map(([key, splits]): ResultTab => {
    const label = labelOf(splits[0]!, shown.results, text)
    return {
      key,
      label,
      count: undefined,
      render: () => (
        <>
          <SegmentResults sessionId={sessionId} label={label} splits={splits} isSignedIn={isSignedIn} />
          {files}
        </>
      ),
    }
  })
  if (tabs.length > 0 || !(options.ended || files)) return tabs
  return [{ key: 'results', label: text('tab.none'), count: undefined, render: () => <NoResults files={files} /> }]
}

const NoResults = (props: { readonly files: ReactNode }) => {
  const text = useTexts('results')
  return (
    <>
      <EmptyState title={text('empty.title')}>{text('empty.words')}</EmptyState>
      {props.files}
    </>
  )
}

/** Race, or Race 2 where there are several. */
function labelOf(segment: SegmentView, all: readonly SegmentView[], text: Text): string {
  const name = text(`tab.${segment.type}`)
  return all.some(({ type, no }) => type === segment.type && no !== segment.no) ? text('tab.numbered', { name, no: String(segment.no) }) : name
}
