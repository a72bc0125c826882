import { useEffect, useEffectEvent, useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
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
import { PENALTY_KEYS, VoteChoice, VoteFields } from '../vote-form.tsx'
import { penaltyWords } from '../words.ts'

type Props = { readonly report: ReportView; readonly onStep: (by: number) => void }

/** One case as a steward decides it: video beside the statements, earlier verdicts, the catalogue, the reason, all by keys. */
export function DeskCase({ report, onStep }: Props) {
  const text = useTexts('protests')
  const [isPlaying, setPlaying] = useState(false)
  const vote = useVote(report, () => onStep(1))
  useKeys(vote, onStep, () => setPlaying(true))
  return (
    <article className={css.case} aria-label={`${text('number', { no: report.leagueReportNo })} ${text(`category.${report.category}`)}`}>
      <header className={css.caseHead}>
        <h2>
          {text('number', { no: report.leagueReportNo })} {text(`category.${report.category}`)}
        </h2>
        <div className={css.actions}>
          <Button size="small" onClick={() => onStep(-1)}>
            <span className="unseen">{text('desk.previous')}</span>
            <span aria-hidden="true">
              <kbd>K</kbd> ↑
            </span>
          </Button>
          <Button size="small" onClick={() => onStep(1)}>
            <span className="unseen">{text('desk.next')}</span>
            <span aria-hidden="true">
              <kbd>J</kbd> ↓
            </span>
          </Button>
        </div>
      </header>
      <CaseFacts report={report} />
      <Voters report={report} />
      <div className={css.beside}>
        {report.videoURL && <Video url={report.videoURL} playing={isPlaying} onPlay={() => setPlaying(true)} />}
        <section aria-label={text('desk.statements')}>
          <Statements report={report} withVideo={false} />
        </section>
        {report.may.review && (
          <Card>
            <VoteFields vote={vote} withKeys />
          </Card>
        )}
        <Earlier report={report} />
      </div>
      {report.may.review ? <VoteBar vote={vote} report={report} /> : <p className={css.quiet}>{text('review.hidden')}</p>}
      <Keys />
    </article>
  )
}

function VoteBar({ vote, report }: { readonly vote: Vote; readonly report: ReportView }) {
  const { text, decision, penalty } = vote
  const chosen =
    decision === null
      ? text('review.none')
      : text('review.yours', {
          vote: [text(decision === 'ACCEPT' ? 'review.accept' : 'review.reject'), decision === 'ACCEPT' && penalty ? penaltyWords(text, penalty) : '']
            .filter(Boolean)
            .join(', '),
        })
  return (
    <div className={css.voteBar}>
      <p role="status">
        <strong>{chosen}</strong>
        <span className={css.quiet}>
          {text('votes', { count: report.reviewCount, required: report.requiredReviewCount })}. {text('review.hidden')}
        </span>
      </p>
      <VoteChoice vote={vote} withKeys />
      <Button look="primary" disabled={!vote.isRight} busy={vote.isSending} onClick={() => void vote.send()}>
        {text('review.send')} <kbd aria-hidden="true">↵</kbd>
      </Button>
    </div>
  )
}

/** Both drivers' verdicts in this community, the reported one's first. */
function Earlier({ report }: { readonly report: ReportView }) {
  const text = useTexts('protests')
  const drivers = useAsk(calls.verdicts, { id: report.id }).data?.drivers
  return (
    <Card>
      <h3>{text('desk.earlier')}</h3>
      {!drivers && <Skeleton rows={3} height={24} />}
      {drivers?.map((driver) => (
        <section key={driver.id} className={css.earlier}>
          <p>
            <Person {...driver} />{' '}
            <span className={css.quiet}>
              {text('desk.reportedTimes', { count: driver.reported, accepted: driver.reportedAccepted })}{' '}
              {text('desk.filedTimes', { count: driver.filed, accepted: driver.filedAccepted })}
            </span>
          </p>
          <ul>
            {driver.verdicts.length === 0 && <li className={css.quiet}>{text('desk.noEarlier')}</li>}
            {driver.verdicts.map((one) => (
              <li key={one.id}>
                <Time at={one.decidedAt} form="dateYear" zone={false} /> {text(`category.${one.category}`)}, {one.sessionName}{' '}
                <strong>{one.penalties.map((given) => penaltyWords(text, given)).join(', ') || text(`status.${one.status}`)}</strong>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
/** Enter and Space are a button's own where one has the focus. */
const isPressing = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('a, button, summary') !== null

function useKeys(vote: Vote, onStep: (by: number) => void, onPlay: () => void): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.metaKey) return
    // while a reason is typed its letters are letters; sent from there with Ctrl
    if (isTyping(event.target)) {
      if (event.key === 'Enter' && event.ctrlKey) void vote.send()
      return
    }
    if (event.ctrlKey) return
    const key = event.key.toLowerCase()
    const kind = vote.kinds[PENALTY_KEYS.indexOf(key as '1')]
    const at = vote.amounts.indexOf(vote.penalty?.amount ?? -1)
    const amount = vote.amounts[key === '+' ? at + 1 : at - 1]
    if (key === 'j') onStep(1)
    else if (key === 'k') onStep(-1)
    else if (key === 'a') vote.decide('ACCEPT')
    else if (key === 'r') vote.decide('REJECT')
    else if (key === 'enter' && !isPressing(event.target)) void vote.send()
    else if (key === ' ' && !isPressing(event.target)) onPlay()
    else if (key === '/') document.querySelector<HTMLElement>('[data-phrases] button, main textarea')?.focus()
    else if ((key === '+' || key === '-') && amount !== undefined) vote.setAmount(amount)
    else if (kind) vote.give(kind)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', act)
    return () => removeEventListener('keydown', act)
  }, [])
}

const KEYS = [
  ['J K', 'next'],
  ['Space', 'play'],
  ['1–9 0 S', 'penalty'],
  ['/', 'phrase'],
  ['A R', 'vote'],
  ['Enter', 'send'],
] as const

function Keys() {
  const text = useTexts('protests')
  return (
    <dl className={css.keys} aria-label={text('desk.keys')}>
      {KEYS.map(([key, what]) => (
        <div key={what}>
          <dt>{text(`desk.key.${what}`)}</dt>
          <dd>
            <kbd>{key}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  )
}
