import { useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { isNotStarted, isOver } from '#modules/sessions/rules.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { Link } from '#web/ui/action/link.tsx'
import { Time } from '#web/ui/data/time.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { TrackTile } from '#web/ui/mark/track-tile.tsx'
import { Provisional } from '#web/ui/mark/provisional.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundSession, RoundView } from '../contract/shapes.ts'
import css from './rounds.module.css'

/** The events of a round in their order; whoever may drive one sees it, an admin orders, clones and takes in. */
export function RoundEvents({ round }: { readonly round: RoundView }) {
  const text = useTexts('rounds-page')
  return (
    <>
      {round.sessions.length === 0 && (
        <EmptyState heading="h2" title={text('events.none')}>
          {text('events.noneWords')}
        </EmptyState>
      )}
      <ol className={css.list}>
        {round.sessions.map((one, at) => (
          <li key={one.id} className={css.row}>
            <span className={css.no}>{at + 1}</span>
            <TrackTile outline={one.outline} country={one.country} />
            <span className={css.grow}>
              <Link to={`/events/${one.id}`}>
                <b>{one.name}</b>
              </Link>
              <span className={css.quiet}>
                {' '}
                <Flag country={one.country} plain size="small" /> {one.trackName}
                {!isOver(one.status) && ` · ${text('events.taken', { taken: one.taken, seats: one.maxEntries })}`}
              </span>
            </span>
            <Provisional said={one.confirmation} />
            {one.eligibleToJoin && <Chip tone="good">{text('events.open')}</Chip>}
            {one.status === 'DRAFT' && <Chip>{text('events.draft')}</Chip>}
            <Time at={one.startsAt} />
            {round.may.edit && <EventOrders round={round} one={one} at={at} />}
          </li>
        ))}
      </ol>
      {round.may.edit && <EventAdder round={round} />}
    </>
  )
}

function EventOrders({ round, one, at }: { readonly round: RoundView; readonly one: RoundSession; readonly at: number }) {
  const text = useTexts('rounds-page')
  const order = useSend(roundsContract.SetRoundIndex)
  const clone = useSend(roundsContract.CloneSession, { said: text('said.cloned') })
  const remove = useSend(roundsContract.RemoveRoundSession, { said: text('said.eventRemoved') })
  const name = { name: one.name }
  const move = (index: number): void => void order.send({ index }, { id: one.id, v: one.v })
  return (
    <span className={css.buttons}>
      <IconButton label={text('events.up', name)} disabled={at === 0 || order.isSending} onClick={() => move(at)}>
        <span aria-hidden="true">↑</span>
      </IconButton>
      <IconButton label={text('events.down', name)} disabled={at === round.sessions.length - 1 || order.isSending} onClick={() => move(at + 2)}>
        <span aria-hidden="true">↓</span>
      </IconButton>
      <Button
        size="small"
        busy={clone.isSending}
        aria-label={text('events.cloneOf', name)}
        onClick={() => void clone.send({}, { id: one.id, v: one.v })}
      >
        {text('events.clone')}
      </Button>
      {isNotStarted(one.status) && (
        <Button
          size="small"
          look="ghost"
          busy={remove.isSending}
          aria-label={text('events.removeOf', name)}
          onClick={() => void remove.send({ sessionId: one.id }, { id: round.id, v: round.v })}
        >
          {text('events.remove')}
        </Button>
      )}
    </span>
  )
}

const CHOICES = 50

/** An event of the community that is none of a round's or season's yet, drafts too, becomes one of the round's. */
function EventAdder({ round }: { readonly round: RoundView }) {
  const text = useTexts('rounds-page')
  const format = useFormat()
  const [chosen, choose] = useState<string | null>(null)
  const add = useSend(roundsContract.AddRoundSession, { said: text('said.eventAdded'), onDone: () => choose(null) })
  const coming = useAsk(sessionsContract.eventsOfLeague, { id: round.leagueId, limit: CHOICES }).data?.events ?? []
  const drafts = useAsk(sessionsContract.drafts, { leagueId: round.leagueId }).data?.events ?? []
  const known = new Set(round.sessions.map(({ id }) => id))
  const events = [...drafts, ...coming].filter(({ id, status, tournamentId }) => !known.has(id) && status !== 'RECURRING' && tournamentId === null)
  // what has become one meanwhile is chosen no more
  const free = events.some(({ id }) => id === chosen) ? chosen : null
  return (
    <div className={css.adder}>
      <SelectField
        label={text('events.choose')}
        value={free}
        placeholder={text(events.length === 0 ? 'events.noChoice' : 'events.placeholder')}
        choices={events.map(({ id, sessionName, startsAt }) => ({ value: id, label: `${sessionName}, ${format.date(startsAt, 'dateTime')}` }))}
        error={add.errorAt('sessionId')}
        onChange={choose}
      />
      <div className={css.buttons}>
        <Button
          busy={add.isSending}
          disabled={free === null}
          onClick={() => void add.send({ sessionId: free as SessionId }, { id: round.id, v: round.v })}
        >
          {text('events.add')}
        </Button>
        <ButtonLink to={`/communities/${round.leagueId}/new-event`} icon={<Icon name="plus" size={16} />}>
          {text('events.new')}
        </ButtonLink>
      </div>
    </div>
  )
}
