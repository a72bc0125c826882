import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Countdown } from '#web/ui/data/countdown.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackOutline } from '#web/ui/mark/track-outline.tsx'
import { tournamentsContract } from '../contract.ts'
import type { MemberView, RoundView, TournamentView } from '../contract/shapes.ts'
import css from './season.module.css'

/** What comes next, how long it is until then, and whether the reader is in. */
export function NextRound({ season, round }: { readonly season: TournamentView | MemberView; readonly round: RoundView }) {
  const text = useTexts('tournaments-page')
  const words = useTexts('seasons')
  const own = 'may' in season ? (season as MemberView) : null
  const drive = own?.drives.find(({ sessionId }) => sessionId === round.sessionId)
  const isSkipped = own?.entry?.skippedSessionIds.includes(round.sessionId) ?? false
  const lacksAccount = !drive && own !== null && own.account?.needed === true && own.account.alert !== null
  const isOut = isSkipped || lacksAccount || drive?.isWaiting === true
  const inIt = drive ? words(drive.isWaiting ? 'next.waits' : 'next.car', { no: drive.raceNumber }) : text('next.in')
  const title = text(round.status === 'IN_PROGRESS' ? 'next.on' : 'next.title', { no: round.no, count: season.sessions.length })
  const how = isSkipped ? text('next.skipped') : lacksAccount ? words('next.notOnGrid') : inIt
  return (
    <section className={css.next} aria-label={title}>
      <p className={css.nextHead}>
        <span className={css.over}>{title}</span>
        <span className={css.nextCounts}>
          {words('next.taken', { count: round.taken })}
          {round.skips > 0 && ` · ${words('next.skips', { count: round.skips })}`}
        </span>
      </p>
      <div className={css.nextTop}>
        <div>
          <h2 className={css.nextName}>
            <Flag country={round.country} /> {round.name}
          </h2>
          <p className={css.quiet}>
            <Time at={round.startsAt} />
          </p>
          {(own?.entry?.status === 'ACTIVE' || drive) && (
            <p className={isOut ? css.warn : css.good} data-screen>
              <Icon name={isOut ? 'warning' : 'check'} size={16} /> {how}
            </p>
          )}
        </div>
        {/* without a picture of the season its banner draws this track already */}
        {round.outline && season.bgImage !== null && (
          <span className={css.outline}>
            <TrackOutline url={round.outline} />
          </span>
        )}
      </div>
      <Countdown to={round.startsAt} />
      <div className={css.buttons}>
        <ButtonLink look="secondary" to={`/events/${round.sessionId}`}>
          {text('next.open', { no: round.no })}
        </ButtonLink>
        {season.hasCalendar && (
          <ButtonLink
            file
            to={`/public/tournaments/${season.id}/calendar.ics`}
            icon={<Icon name="calendar" size={16} />}
            aria-label={words('calendar.label')}
          >
            {words('calendar.name')}
          </ButtonLink>
        )}
        {own && <SkipButton season={own} round={round} isSkipped={isSkipped} />}
      </div>
    </section>
  )
}

/** Stays away from a round, or comes after all. */
export function SkipButton(props: { readonly season: MemberView; readonly round: RoundView; readonly isSkipped: boolean }) {
  const { season, round, isSkipped } = props
  const text = useTexts('tournaments-page')
  const skip = useSend(tournamentsContract.SkipSession, { said: text('next.skipDone') })
  const cancel = useSend(tournamentsContract.CancelSkip, { said: text('next.skipCancelled') })
  if (season.entry?.status !== 'ACTIVE' || round.status !== 'WAITING') return null
  const at = { refId: season.id }
  const body = { sessionId: round.sessionId }
  if (isSkipped)
    return (
      <Button busy={cancel.isSending} onClick={() => void cancel.send(body, at)}>
        {text('next.cancelSkip')}
      </Button>
    )
  return (
    season.may.skip && (
      <Button busy={skip.isSending} onClick={() => void skip.send(body, at)}>
        {text('next.skip')}
      </Button>
    )
  )
}
