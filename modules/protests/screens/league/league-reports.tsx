import { useState } from 'react'
import type { LeagueId, UserId } from '#core/ids.ts'
import { PAGE } from '#core/page.ts'
import { protestsContract as calls, type ReportView } from '#modules/protests/contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import css from '../protests.module.css'
import { ReportList } from '../report-list.tsx'

type Props = { readonly leagueId: LeagueId; readonly state?: 'open' | 'decided' | undefined; readonly userId?: UserId | undefined }
type Later = { readonly of: string; readonly reports: readonly ReportView[]; readonly isLast: boolean }
const NOTHING: Later = { of: '', reports: [], isLast: false }

/** All protests of a community page by page: a page with fewer than were asked for is the last (calls-and-constants.md §4). */
export function LeagueReports({ leagueId, state, userId }: Props) {
  const text = useTexts('protests')
  const askNow = useAskNow()
  const wanted = { leagueId, ...(state ? { state } : {}), ...(userId ? { userId } : {}) }
  const name = JSON.stringify(wanted)
  const first = useAsk(calls.reports, wanted, { keepLast: true }).data?.reports
  const [later, setLater] = useState(NOTHING)
  const [isWaiting, setWaiting] = useState(false)
  if (!first) return <Skeleton rows={6} height={48} />
  const own = later.of === name ? later : NOTHING
  const reports = [...first, ...own.reports.filter(({ id }) => !first.some((one) => one.id === id))]
  const more = async (): Promise<void> => {
    setWaiting(true)
    try {
      const next = (await askNow(calls.reports, { ...wanted, offset: first.length + own.reports.length })).reports
      setLater({ of: name, reports: [...own.reports, ...next], isLast: next.length < PAGE.MEDIUM })
    } finally {
      setWaiting(false)
    }
  }
  if (reports.length === 0)
    return (
      <EmptyState heading="h2" title={text('league.none')}>
        {text('league.noneWords')}
      </EmptyState>
    )
  return (
    <>
      <ReportList reports={reports} withEvent />
      {first.length >= PAGE.MEDIUM && !own.isLast && (
        <div className={css.center}>
          <Button busy={isWaiting} onClick={() => void more()}>
            {text('table.more')}
          </Button>
        </div>
      )}
    </>
  )
}
