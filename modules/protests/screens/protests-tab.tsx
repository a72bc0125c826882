import { useEffect, useEffectEvent, useState } from 'react'
import type { EventView } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useFormat } from '#web/kit/format.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Menu, MenuButton } from '#web/ui/overlay/menu.tsx'
import { protestsContract as calls } from '../contract.ts'
import { windowState, type WindowState } from '../rules.ts'
import css from './protests.module.css'
import type { Tab } from './report-dialog.tsx'
import { ReportList } from './report-list.tsx'

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'), 'ReportDialog')
const SECOND_MS = 1000
/** Two clocks that differ by a second agree right after. */
const ASKED_AGAIN_MS = 3000

/** Protests of an event: whether it takes any now, a way to file one of each segment, and those that were filed (product.md §2 "Protests tab"). */
export function ProtestsTab({ event }: { readonly event: Pick<EventView, 'id'> }) {
  const text = useTexts('protests')
  const asked = useAsk(calls.sessionReports, { sessionId: event.id }, { topics: [`session:${event.id}`] })
  const tab = asked.data
  const state = useWindow(tab, asked.refetch)
  const [segment, setSegment] = useState<Tab['segments'][number] | null>(null)
  if (!tab) return <Skeleton rows={5} height={48} />
  const { rejectionLimit, enable_rejection_limits: isLimited, max_rejection_count_period_days: days } = tab.config
  const rejected = tab.userStats.rejectedProtestCount
  return (
    <div className={css.tab}>
      <div className={css.bar}>
        <div>
          <WindowMessage tab={tab} state={state} />
          {isLimited && rejected > 0 && (
            <p className={css.quiet}>{text('tab.rejected', { count: rejected, days, most: rejectionLimit.maxRejectionCountPerPeriod })}</p>
          )}
        </div>
        <Create tab={tab} isOpen={tab.may.submit && state === 'open'} onChoose={setSegment} />
      </div>
      {tab.reports.length === 0 ? <EmptyState title={text('tab.none')}>{text('tab.noneWords')}</EmptyState> : <ReportList reports={tab.reports} />}
      {segment && <ReportDialog event={event} tab={tab} segment={segment} onClose={() => setSegment(null)} />}
    </div>
  )
}

/** The same window as the server's, by the same rules, as the clock goes on: while its answer is of another state, it is asked again. */
function useWindow(tab: Tab | undefined, askAgain: () => Promise<unknown>): WindowState | null {
  const now = useNow(SECOND_MS)
  const window = tab?.window
  const state = window ? windowState({ opensAtMs: Date.parse(window.opensAt), closesAtMs: Date.parse(window.closesAt) }, now) : null
  const tries = state !== null && state !== window?.state ? Math.floor(now / ASKED_AGAIN_MS) : null
  const ask = useEffectEvent(() => void askAgain())
  useEffect(() => {
    if (tries !== null) ask()
  }, [tries])
  return state
}

/** Why nobody may report here whatever the window says. */
const REGARDLESS = { COMMUNITY_CLOSED: 'tab.closed', protest_reports_not_allowed_ended_tournament: 'tab.seasonOver' } as const

function WindowMessage({ tab, state }: { readonly tab: Tab; readonly state: WindowState | null }) {
  const text = useTexts('protests')
  const format = useFormat()
  const whyNot = tab.whyNot?.code
  if (!tab.config.enable_protest_rules) return <p role="status">{text('tab.disabled')}</p>
  if (whyNot === 'COMMUNITY_CLOSED' || whyNot === 'protest_reports_not_allowed_ended_tournament')
    return <p role="status">{text(REGARDLESS[whyNot])}</p>
  if (!tab.window || state === null) return <p role="status">{text('tab.notEnded')}</p>
  const [opensAt, closesAt] = [tab.window.opensAt, tab.window.closesAt].map((at) => format.date(at, 'dateTime', true)) as [string, string]
  return (
    <>
      <p role="status" className={css.window} data-state={state}>
        {state === 'not_started' ? text('tab.window.not_started', { opensAt, closesAt }) : text(`tab.window.${state}`, { closesAt })}
      </p>
      {whyNot === 'protest_rejection_limit' && (
        <p className={css.warn}>{text('tab.limit', { at: format.date(tab.whyNot!.at ?? tab.window.closesAt, 'dateTime', true) })}</p>
      )}
      {whyNot === 'PROTEST_NOT_ALLOWED' && <p className={css.quiet}>{text('tab.notAllowed')}</p>}
    </>
  )
}

type CreateProps = { readonly tab: Tab; readonly isOpen: boolean; readonly onChoose: (segment: Tab['segments'][number]) => void }

/** One entry for each segment but practice; one segment needs no list. */
function Create({ tab: { segments }, isOpen, onChoose }: CreateProps) {
  const text = useTexts('protests')
  if (!isOpen)
    return (
      <Button look="primary" disabled icon={<Icon name="plus" size={16} />}>
        {text('tab.create')}
      </Button>
    )
  const [only] = segments
  if (only && segments.length === 1)
    return (
      <Button look="primary" icon={<Icon name="plus" size={16} />} onClick={() => onChoose(only)}>
        {text('tab.create')}
      </Button>
    )
  return (
    <Menu
      label={text('tab.create')}
      className={css.create}
      button={
        <>
          <Icon name="plus" size={16} /> {text('tab.create')}
        </>
      }
    >
      {segments.map((one) => (
        <MenuButton key={one.segment} onClick={() => onChoose(one)}>
          {text('tab.createFor', { segment: text(`segment.${one.type}`, { no: one.no }) })}
        </MenuButton>
      ))}
    </Menu>
  )
}
