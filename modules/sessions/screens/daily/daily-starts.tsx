import { useState } from 'react'
import type { ReplyOf } from '#core/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { now } from '#web/kit/clock.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { sessionsContract, type RaceView } from '../../contract.ts'
import css from './daily.module.css'
import { useBothClocks, useDayName, useWeekdays } from './zone-format.ts'

type Template = ReplyOf<typeof sessionsContract.schedule>
type Start = Template['starts'][number]

const SHOWN = 14

/** What a daily template is going to create, what it has created, and what came in between. */
export function DailyStarts({ event }: { readonly event: RaceView }) {
  const text = useTexts('sessions-daily')
  const names = useWeekdays()
  const dayName = useDayName()
  const template = useAsk(sessionsContract.schedule, { id: event.id }).data
  const [isWhole, setWhole] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const end = useSend(sessionsContract.EndSchedule, { said: text('list.ended'), onDone: () => setEnding(false) })
  if (!template?.schedule) return <Skeleton rows={4} height={56} />
  const { schedule, starts } = template
  const { days, times, timeZone, until } = schedule
  const shown = isWhole ? starts : starts.slice(0, SHOWN)
  return (
    <Section title={text('list.title')}>
      <p>
        {text('list.plan', {
          days: days.map((day) => names[day - 1]).join(' '),
          times: times.join(' · '),
          zone: timeZone.replaceAll('_', ' '),
          until: dayName(until),
        })}
      </p>
      <p className={css.quiet}>{text('list.words')}</p>
      {starts.length === 0 ? (
        <p>{text('list.none')}</p>
      ) : (
        <CardList>
          {shown.map((start) => (
            <StartRow key={start.startsAt} start={start} template={template} id={event.id} timeZone={timeZone} />
          ))}
        </CardList>
      )}
      <div className={css.buttons}>
        {shown.length < starts.length && <Button onClick={() => setWhole(true)}>{text('list.all', { count: starts.length })}</Button>}
        {event.may.edit && (
          <ButtonLink to={`/communities/${event.leagueId}/${event.game}/event-edit/${event.id}`} icon={<Icon name="edit" size={16} />}>
            {text('list.edit')}
          </ButtonLink>
        )}
        {starts.some(({ state }) => state === 'PLANNED') && <Button onClick={() => setEnding(true)}>{text('list.end')}</Button>}
      </div>
      {isEnding && (
        <ConfirmDialog
          title={text('list.endTitle')}
          confirm={text('list.end')}
          busy={end.isSending}
          onConfirm={() => void end.send({}, { id: event.id, v: template.v })}
          onClose={() => setEnding(false)}
        >
          {text('list.endWords')}
        </ConfirmDialog>
      )}
    </Section>
  )
}

type Row = { readonly start: Start; readonly template: Template; readonly id: RaceView['id']; readonly timeZone: string }

function StartRow({ start, template, id, timeZone }: Row) {
  const text = useTexts('sessions-daily')
  const { there, here } = useBothClocks(timeZone)
  const cancel = useSend(sessionsContract.CancelStart, { said: text('list.done_cancelled') })
  const restore = useSend(sessionsContract.RestoreStart, { said: text('list.done_restored') })
  const { startsAt, state, event } = start
  const when = there.date(startsAt, 'dateTime', true)
  const at = { id, v: template.v }
  const isComing = Date.parse(startsAt) > now()
  const isLeftOut = state === 'CANCELLED' || (state === 'CREATED' && event === null)
  return (
    <div className={css.row}>
      <span className={isLeftOut ? `${css.what} ${css.left}` : css.what}>
        <b>{event ? <Link to={`/events/${event.id}`}>{when}</Link> : when}</b>
        {here && <span className={css.quiet}>{text('fields.yours', { when: here.date(startsAt, 'dateTime', true) })}</span>}
        <span className={css.quiet}>
          <Outcome start={start} when={(moment) => there.date(moment, 'dateTime')} />
        </span>
      </span>
      {isComing && state === 'PLANNED' && (
        <Button busy={cancel.isSending} aria-label={text('list.cancelOf', { when })} onClick={() => void cancel.send({ startsAt }, at)}>
          {text('list.cancel')}
        </Button>
      )}
      {isComing && (state === 'CANCELLED' || state === 'REFUSED') && (
        <Button
          busy={restore.isSending}
          aria-label={text(state === 'REFUSED' ? 'list.retryOf' : 'list.restoreOf', { when })}
          onClick={() => void restore.send({ startsAt }, at)}
        >
          {text(state === 'REFUSED' ? 'list.retry' : 'list.restore')}
        </Button>
      )}
    </div>
  )
}

function Outcome({ start, when }: { readonly start: Start; readonly when: (at: string) => string }) {
  const text = useTexts('sessions-daily')
  const { state, event, reason, opensAt, startsAt } = start
  if (state === 'PLANNED') return Date.parse(opensAt) > now() ? text('list.opens', { when: when(opensAt) }) : text('list.soon')
  if (state === 'CANCELLED') return text('list.cancelled')
  if (state === 'MISSED') return text('list.missed')
  if (reason !== null) return text('list.refused', { reason: text(`reason.${reason}`) })
  if (event === null) return text('list.calledOff')
  const created = text('list.created', { count: event.taken, most: event.maxEntries })
  return event.startsAt === startsAt ? created : `${created}, ${text('list.movedTo', { when: when(event.startsAt) })}`
}
