import type { UserId } from '#core/ids.ts'
import type { Notice } from '#core/joint.ts'
import { notify } from '#modules/notifications/door.ts'
import { does, on, type JobContext, type Listener } from '#server/room.ts'
import { AppealDecided, ReportAnswered, ReportAppealed, ReportDecided, ReportSubmitted, ReportWithdrawn, type AtReport } from './contract/facts.ts'
import { protestsWork } from './contract/jobs.ts'
import { protestsNotices } from './contract/notices.ts'
import { settle } from './jobs/confirm.ts'
import { driven, spread } from './jobs/next-race.ts'
import { caseToTell, type CaseToTell } from './queries/rows.ts'
import { isLeftOut, othersAmong } from './rules/conflict.ts'
import { isOpen } from './rules.ts'

type Told = Notice<'event' | 'no'>

/** Tells these people, each of one cause once. */
async function tell(context: JobContext, at: AtReport, { event, no }: CaseToTell, notice: Told, people: readonly UserId[]): Promise<void> {
  const link = `/protests/${at.reportId}`
  for (const userId of [...new Set(people)].toSorted())
    notify(context, notice, { userId, params: { event, no }, link, effectKey: `${notice.kind}:${at.reportId}:${userId}` })
}

const follows = (act: (context: JobContext, at: AtReport, found: CaseToTell) => Promise<void>) => async (context: JobContext, at: AtReport) => {
  const found = await caseToTell(context.tx, at.reportId)
  if (found) await act(context, at, found)
}

/** Whoever may still vote: not those who are named, nor who decided first where others can. */
const panelOf = ({ stewards, requiredReviews }: CaseToTell): readonly UserId[] => {
  const others = othersAmong(stewards)
  return stewards.filter((one) => !one.isNamed && !one.hasVoted && !isLeftOut(one, others, requiredReviews)).map(({ id }) => id)
}

export const protestsJobs = does(protestsWork, { confirm: settle, driven, spread })

export const protestsListeners: readonly Listener[] = [
  on(
    ReportSubmitted,
    'protests.tell-submitted',
    follows(async (context, at, found) => {
      await tell(context, at, found, protestsNotices.filed, [at.reporteeId])
      if (isOpen(found.status)) await tell(context, at, found, protestsNotices.toReview, panelOf(found))
    }),
  ),
  on(
    ReportAnswered,
    'protests.tell-answered',
    follows((context, at, found) => tell(context, at, found, protestsNotices.answered, [at.reporterId])),
  ),
  on(
    ReportWithdrawn,
    'protests.tell-withdrawn',
    follows((context, at, found) => tell(context, at, found, protestsNotices.withdrawn, [at.reporteeId])),
  ),
  on(ReportDecided, 'protests.tell-decided', async (context, data) => {
    const found = await caseToTell(context.tx, data.reportId)
    const notice = data.decision === 'ACCEPT' ? protestsNotices.accepted : protestsNotices.rejected
    if (found) await tell(context, data, found, notice, [data.reporterId, data.reporteeId])
  }),
  on(
    ReportAppealed,
    'protests.tell-appealed',
    follows(async (context, at, found) => {
      await tell(context, at, found, protestsNotices.appealed, [at.reporterId])
      if (isOpen(found.status)) await tell(context, at, found, protestsNotices.appealToReview, panelOf(found))
    }),
  ),
  on(AppealDecided, 'protests.tell-appeal-decided', async (context, data) => {
    const found = await caseToTell(context.tx, data.reportId)
    const notice = data.decision === 'ACCEPT' ? protestsNotices.appealAccepted : protestsNotices.appealRejected
    if (found) await tell(context, data, found, notice, [data.reporterId, data.reporteeId])
  }),
]
