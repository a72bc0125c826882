import { useEffect, useRef, useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useLive } from '#web/kit/live.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { protestsContract as calls, type ReportView } from '#modules/protests/contract.ts'
import { CaseFacts, Statements, Voters } from '../case.tsx'
import css from '../protests.module.css'
import { Person } from '../report-list.tsx'
import { useVote, type Vote } from '../use-vote.ts'
import { Video } from '../video.tsx'
import { VoteChoice, VoteFields } from '../vote-form.tsx'
import { penaltiesWords, notRevoked } from '../words.ts'
import { CaseLog } from './case-log.tsx'
import { Keys, useKeys, useKeysOn } from './keys.tsx'
import { WhatChanges } from './what-changes.tsx'

type Props = {
  readonly report: ReportView
  /** Its place in the queue, from 1, and its neighbours there. */
  readonly place: number
  readonly count: number
  readonly previous: ReportView | undefined
  readonly next: ReportView | undefined
  /** By the reader: it is brought into sight, which on a phone it is not. */
  readonly isChosen: boolean
  readonly onStep: (by: number) => void
}

/** One case as a steward decides it: video beside the statements, earlier verdicts, the catalogue, the reason, all by keys. */
export function DeskCase({ report, place, count, previous, next, isChosen, onStep }: Props) {
  const text = useTexts('protests')
  const [isPlaying, setPlaying] = useState(false)
  useLive([`league:${report.leagueId}`], report.id)
  const vote = useVote(report, () => onStep(1))
  const [areKeysOn, switchKeys] = useKeysOn()
  useKeys(vote, areKeysOn, onStep, () => setPlaying(true))
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChosen) article.current?.scrollIntoView({ block: 'start' })
  }, [isChosen])
  return (
    <article
      ref={article}
      className={css.case}
      aria-label={`${text('number', { no: report.leagueReportNo })} ${text(`category.${report.category}`)}`}
    >
      <header className={css.caseHead}>
        <h2>
          {text('number', { no: report.leagueReportNo })} {text(`category.${report.category}`)}
        </h2>
        <div className={css.actions}>
          <span className={css.quiet}>{text('desk.place', { place, count })}</span>
          <Step to={previous} label="desk.previous" sign="K" onStep={() => onStep(-1)} />
          <Step to={next} label="desk.next" sign="J" onStep={() => onStep(1)} />
        </div>
      </header>
      <CaseFacts report={report} />
      <Voters report={report} />
      <div className={css.beside}>
        {(report.videoURL || report.appeal?.videoURL) && (
          <div className={css.videos}>
            {report.videoURL && <Video url={report.videoURL} playing={isPlaying} onPlay={() => setPlaying(true)} />}
            {report.appeal && <Video url={report.appeal.videoURL} />}
          </div>
        )}
        <section aria-label={text('desk.statements')}>
          <Statements report={report} withVideo={false} />
        </section>
        <CaseLog report={report} />
        <Earlier report={report} />
        {report.may.review && (
          <>
            <Card>
              <VoteFields vote={vote} withKeys={areKeysOn} />
            </Card>
            <WhatChanges report={report} penalties={vote.penalties} />
          </>
        )}
      </div>
      {report.may.review ? <VoteBar vote={vote} report={report} withKeys={areKeysOn} /> : <p className={css.quiet}>{text('review.hidden')}</p>}
      <Keys isOn={areKeysOn} onSwitch={switchKeys} />
    </article>
  )
}

type Towards = {
  readonly to: ReportView | undefined
  readonly label: 'desk.previous' | 'desk.next'
  readonly sign: string
  readonly onStep: () => void
}

/** To a neighbour in the queue, by its number. */
function Step({ to, label, sign, onStep }: Towards) {
  const text = useTexts('protests')
  return (
    <Button size="small" disabled={!to} onClick={onStep}>
      <span className="unseen">{text(label)}</span> <kbd aria-hidden="true">{sign}</kbd>{' '}
      <span aria-hidden="true">{label === 'desk.next' ? '↓' : '↑'}</span> {to ? text('number', { no: to.leagueReportNo }) : '–'}
    </Button>
  )
}

function VoteBar({ vote, report, withKeys }: { readonly vote: Vote; readonly report: ReportView; readonly withKeys: boolean }) {
  const { text, decision, penalties } = vote
  const chosen =
    decision === null
      ? text('review.none')
      : text('review.yours', {
          vote: [text(decision === 'ACCEPT' ? 'review.accept' : 'review.reject'), decision === 'ACCEPT' ? penaltiesWords(text, penalties) : '']
            .filter(Boolean)
            .join(', '),
        })
  return (
    <div className={css.voteBar} data-foot>
      <p role="status">
        <strong>{chosen}</strong>
        <span className={css.quiet}>
          {text('votes', { count: report.reviewCount, required: report.requiredReviewCount })}. {text('review.hidden')}
        </span>
      </p>
      <VoteChoice vote={vote} withKeys={withKeys} />
      <Button look="primary" disabled={!vote.isRight} busy={vote.isSending} onClick={() => void vote.send()}>
        {text('review.send')} {withKeys && <kbd aria-hidden="true">↵</kbd>}
      </Button>
    </div>
  )
}

type Verdict = Pick<ReportView, 'status' | 'penalties'>

/** Both drivers' verdicts in this community, the reported one's first. */
function Earlier({ report }: { readonly report: ReportView }) {
  const text = useTexts('protests')
  const drivers = useAsk(calls.verdicts, { id: report.id }).data?.drivers
  // what an appeal has turned is no precedent, even where it was served before
  const givenIn = ({ status, penalties }: Verdict) => (status === 'APPEAL_ACCEPTED' ? '' : penaltiesWords(text, notRevoked(penalties)))
  return (
    <Card>
      <h3>{text('desk.earlier')}</h3>
      {!drivers && <Skeleton rows={3} height={24} />}
      {drivers?.map((driver) => (
        <section key={driver.id} className={css.earlier}>
          <p>
            <Person {...driver} />{' '}
            <span className={css.quiet}>
              {[
                driver.reported > 0 && text('desk.reportedTimes', { count: driver.reported, accepted: driver.reportedAccepted }),
                driver.filed > 0 && text('desk.filedTimes', { count: driver.filed, accepted: driver.filedAccepted }),
                driver.verdicts.length === 0 && text('desk.noEarlier'),
              ]
                .filter(Boolean)
                .join(' ')}
            </span>
          </p>
          <ul>
            {driver.verdicts.map((one) => (
              <li key={one.id}>
                <Time at={one.decidedAt} form="dateYear" zone={false} /> {text(`category.${one.category}`)}, {one.sessionName}{' '}
                <strong>{givenIn(one) || text(`status.${one.status}`)}</strong>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}
