import { useState } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { ChipChoice } from '#web/ui/mark/chip.tsx'
import { sessionsContract, type EventView } from '../contract.ts'
import { EventDays } from './event-list.tsx'
import { LIST_STEP } from './list-params.ts'
import css from './sessions.module.css'

type Shown = 'COMING' | 'ENDED' | 'DRAFT'

/** A community's events: coming, ended, and for its admins the drafts. */
export function LeagueEvents({ leagueId, isAdmin }: { readonly leagueId: string; readonly isAdmin: boolean }) {
  const text = useTexts('sessions')
  const [shown, setShown] = useState<Shown>('COMING')
  const [limit, setLimit] = useState(LIST_STEP)
  const id = leagueId as EventView['leagueId']
  const listed = useAsk(
    sessionsContract.publicEvents,
    { leagueId: id, status: shown === 'DRAFT' ? 'COMING' : shown, limit },
    { keepLast: true, when: shown !== 'DRAFT' },
  ).data
  const drafts = useAsk(sessionsContract.drafts, { leagueId: id }, { when: isAdmin }).data
  const events = shown === 'DRAFT' ? drafts?.events : listed?.events
  return (
    <div className={css.stack}>
      <div className={css.actions}>
        <ChipChoice
          label={text('list.when')}
          value={shown}
          onChange={setShown}
          choices={[
            { value: 'COMING', label: text('list.coming') },
            { value: 'ENDED', label: text('list.ended') },
            ...(isAdmin ? [{ value: 'DRAFT' as const, label: text('list.drafts'), count: drafts?.events.length }] : []),
          ]}
        />
        {isAdmin && <ButtonLink to={`/communities/${leagueId}/new-event`}>{text('list.create')}</ButtonLink>}
        <ButtonLink to={`/public/leagues/${leagueId}/calendar.ics`} file look="ghost">
          {text('list.subscribe')}
        </ButtonLink>
      </div>
      {!events && <Skeleton rows={4} height={72} />}
      {events && <EventDays events={events} />}
      {events?.length === 0 && <EmptyState title={text(shown === 'ENDED' ? 'list.noneEnded' : shown === 'DRAFT' ? 'list.noDrafts' : 'list.none')} />}
      {shown !== 'DRAFT' && listed && listed.total > listed.events.length && limit < 100 && (
        <div className={css.center}>
          <Button onClick={() => setLimit(limit + LIST_STEP)}>{text('list.more')}</Button>
        </div>
      )}
    </div>
  )
}
