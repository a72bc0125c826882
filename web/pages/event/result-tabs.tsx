import type { ReactNode } from 'react'
import type { SessionId } from '#core/ids.ts'
import { keptResult, type ManualResultView } from '#modules/manual-results/contract/kept.ts'
import { resultsContract, type ResultsView, type SegmentView } from '#modules/results/contract.ts'
import { lapsKnown } from '#modules/results/rules/known.ts'
import type { RowTools } from '#modules/results/screens/result-table.tsx'
import type { MoreOfSegment } from '#modules/results/screens/segment-results.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { Island } from '#web/kit/island/island.tsx'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useMe } from '#web/kit/me.ts'
import { useTexts, type Text } from '#web/kit/texts.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'

const SegmentResults = lazyPart(() => import('#modules/results/screens/segment-results.tsx'), 'SegmentResults', <Skeleton rows={6} height={56} />)
const SplitSegments = lazyPart(() => import('#modules/results/screens/split-segments.tsx'), 'SplitSegments', <Skeleton rows={6} height={56} />)
const ResultTools = lazyPart(() => import('./result-tools.tsx'), 'ResultTools')
const PickedResults = lazyPart(() => import('./picked-results.tsx'), 'PickedResults')
const RaceLog = lazyPart(() => import('#modules/race-log/screens/race-log.tsx'), 'RaceLog', <Skeleton rows={4} height={44} />)
const Stints = lazyPart(() => import('#modules/race-log/screens/stints.tsx'), 'Stints', <Skeleton rows={3} height={36} />)
const LaterResults = lazyPart(() => import('#modules/result-files/screens/later-results.tsx'), 'LaterResults')
const ForSignedIn = lazyPart(() => import('#modules/results/screens/for-signed-in.tsx'), 'ForSignedIn', <Skeleton rows={3} height={56} />)
const RowCorrections = lazyPart(() => import('#modules/corrections/screens/row-corrections.tsx'), 'RowCorrections')
const VerdictLink = lazyPart(() => import('#modules/protests/screens/verdict-link.tsx'), 'VerdictLink')
const ManualRace = lazyPart(() => import('#modules/manual-results/screens/manual-race.tsx'), 'ManualRace', <Skeleton rows={6} height={56} />)

export type ResultTab = {
  /** What stands in the address: race-1, qualify-1, practice-1. */
  readonly key: string
  readonly label: string
  readonly count: number | undefined
  /** Beside the name: a race that is not saved yet is a draft. */
  readonly mark?: ReactNode
  readonly render: () => ReactNode
  readonly preload?: () => unknown
  /** On a wide screen pictures stand beside it. */
  readonly hasBeside?: boolean
  /** In place of all of them, to a visitor whose community keeps its results to the signed-in. */
  readonly forSignedIn?: true
  /** In place of all of them, while there are none. */
  readonly isEmpty?: true
}

type Shown = ResultsView & { readonly may?: { readonly manageFiles: boolean; readonly seeAllLaps: boolean } }

/**
 * The result tabs of an event in their order: one for each segment that has rows. `ended` adds a tab that says so when there is none. The page's
 * `load` asks `memberResults` for somebody signed in and `results` for a visitor, so that the tables stand in the first paint.
 */
export function useResultTabs(
  sessionId: string,
  options: { readonly ended?: boolean; readonly manual?: boolean; readonly splits?: number } = {},
): readonly ResultTab[] {
  const text = useTexts('results')
  const isSignedIn = useMe() !== null
  const asVisitor = useAsk(resultsContract.results, { sessionId }, { when: !isSignedIn })
  const asMember = useAsk(resultsContract.memberResults, { sessionId }, { when: isSignedIn })
  const shown: Shown | undefined = isSignedIn ? asMember.data : asVisitor.data
  const isKept = options.manual === true && options.ended !== true
  // published results can be opened again, by those who manage them
  const mayBeKept = isKept || (options.manual === true && shown?.may?.manageFiles === true)
  const kept = useAsk(keptResult, { eventId: sessionId as SessionId }, { when: isSignedIn && mayBeKept }).data
  if (!isSignedIn && asVisitor.data?.loginRequired) return options.ended ? [forSignedIn(text)] : []
  if (mayBeKept && kept?.may.edit) return keptTabs(sessionId, kept, text)
  if (isKept) return [notReady(text)]
  if (!shown) return []
  const tools = <ResultTools sessionId={sessionId} manual={options.manual === true} />
  const files = shown.may?.manageFiles === true
  // cases are read by the signed-in
  const because = isSignedIn ? (correctionId: string) => <VerdictLink sessionId={sessionId as SessionId} correctionId={correctionId} /> : undefined
  const rowTools: RowTools = (row, { type, no }) => type === 'RACE' && <RowCorrections race={{ sessionId, raceNo: no }} row={row} because={because} />
  const bySegment = Map.groupBy(shown.results, ({ key }) => key)
  const tabs = [...bySegment].map(([key, splits]): ResultTab => {
    const label = labelOf(splits[0]!, shown.results, text)
    const more: MoreOfSegment = {
      log: (segment, mine) => <RaceLog sessionId={sessionId} segment={segment} mine={mine} />,
      stints: (segment, chosen) => <Stints sessionId={sessionId} segment={segment} label={label} chosen={chosen} />,
      ...(files && { choice: (segment, choice) => <PickedResults sessionId={sessionId} segment={segment} {...choice} /> }),
    }
    return {
      key,
      label,
      count: undefined,
      hasBeside: splits.some(lapsKnown),
      render: () => (
        <>
          {files && (
            <div data-screen="parts">
              <LaterResults sessionId={sessionId} part="waiting" />
            </div>
          )}
          <Island rooms={['results']}>
            {splits.length > 1 ? (
              <SplitSegments
                sessionId={sessionId}
                label={label}
                splits={splits}
                confirmation={shown.confirmation}
                isSignedIn={isSignedIn}
                more={more}
                rowTools={rowTools}
              />
            ) : (
              <SegmentResults
                sessionId={sessionId}
                label={label}
                segment={splits[0]!}
                // of several splits it is the only one whose result is in: whose it is has to be said
                beside={(options.splits ?? 1) > 1 && <Chip tone="quiet">{text('filter.splitOf', { no: String(splits[0]!.splitNo) })}</Chip>}
                confirmation={shown.confirmation}
                isSignedIn={isSignedIn}
                more={more}
                rowTools={rowTools}
              />
            )}
          </Island>
          {files && (
            <div data-screen="parts">
              <LaterResults sessionId={sessionId} part="decided" />
              {tools}
            </div>
          )}
        </>
      ),
    }
  })
  if (tabs.length > 0 || !(options.ended || files)) return tabs
  const render = () => <NoResults sessionId={sessionId} files={files && tools} />
  return [{ key: 'results', label: text('tab.none'), count: undefined, render, isEmpty: true }]
}

/** Whether its community, or its season, takes protests of an event; while nothing is said of its results it is taken for granted. */
export const useTakesProtests = (sessionId: string, isSignedIn: boolean): boolean =>
  useAsk(resultsContract.memberResults, { sessionId }, { when: isSignedIn }).data?.confirmation?.takesProtests !== false

const forSignedIn = (text: Text<'results'>): ResultTab => ({
  key: 'results',
  label: text('tab.none'),
  count: undefined,
  render: () => <ForSignedIn />,
  preload: ForSignedIn.preload,
  forSignedIn: true,
})

/** Until an admin publishes them nobody else sees anything of results kept by hand. */
const notReady = (text: Text<'results'>): ResultTab => ({
  key: 'results',
  label: text('tab.none'),
  count: undefined,
  render: () => (
    <EmptyState heading="h2" title={text('manual.notReady')}>
      {text('manual.notReadyWords')}
    </EmptyState>
  ),
})

/** A tab for each race of a session kept by hand, for its admins. */
const keptTabs = (sessionId: string, { raceResults }: ManualResultView, text: Text<'results'>): readonly ResultTab[] =>
  raceResults.map(({ raceNo, saved }) => ({
    key: `race-${raceNo}`,
    label: raceResults.length > 1 ? text('tab.numbered', { name: text('tab.RACE'), no: String(raceNo) }) : text('tab.RACE'),
    count: undefined,
    mark: !saved && <Chip tone="warn">{text('manual.draft')}</Chip>,
    render: () => <ManualRace sessionId={sessionId} raceNo={raceNo} />,
    preload: ManualRace.preload,
  }))

const NoResults = (props: { readonly sessionId: string; readonly files: ReactNode }) => {
  const text = useTexts('results')
  return (
    <>
      <EmptyState heading="h2" title={text('empty.title')}>
        {text('empty.words')}
      </EmptyState>
      {props.files && (
        <div data-screen="parts">
          <LaterResults sessionId={props.sessionId} part="decided" />
          {props.files}
        </div>
      )}
    </>
  )
}

/** Race, or Race 2 where there are several. */
function labelOf(segment: SegmentView, all: readonly SegmentView[], text: Text<'results'>): string {
  const name = text(`tab.${segment.type}`)
  return all.some(({ type, no }) => type === segment.type && no !== segment.no) ? text('tab.numbered', { name, no: String(segment.no) }) : name
}
