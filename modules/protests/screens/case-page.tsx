import type { ProtestId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useLive } from '#web/kit/live.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { protestsContract as calls } from '../contract.ts'
import { CaseActions } from './case-actions.tsx'
import { CaseFacts, Statements, Verdict, Voters } from './case.tsx'
import css from './protests.module.css'

/** One protest: what it is about, what both say, what was decided and why, and what the reader may do. */
export function CasePage({ id }: { readonly id: ProtestId }) {
  const text = useTexts('protests')
  const asked = useAsk(calls.report, { id })
  const report = asked.data
  useLive(report ? [`league:${report.leagueId}`] : [], id)
  if (asked.isError)
    return (
      <Page>
        <EmptyState heading="h1" title={text('case.gone')} action={<ButtonLink to="/communities">{text('case.toCommunities')}</ButtonLink>}>
          {text('case.goneWords')}
        </EmptyState>
      </Page>
    )
  if (!report)
    return (
      <Page>
        <Skeleton rows={8} height={44} />
      </Page>
    )
  return (
    <Page
      title={`${text('number', { no: report.leagueReportNo })} ${text(`category.${report.category}`)}`}
      actions={report.voters && <ButtonLink to={`/communities/${report.leagueId}/stewards#${report.id}`}>{text('case.desk')}</ButtonLink>}
    >
      <p className={css.crumb}>
        <Link to={`/communities/${report.leagueId}#protests`}>{report.leagueName}</Link>
      </p>
      <CaseFacts report={report} />
      <CaseActions report={report} />
      <Verdict report={report} />
      <Statements report={report} />
      <Voters report={report} />
    </Page>
  )
}
