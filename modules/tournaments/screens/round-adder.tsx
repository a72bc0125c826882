import { useState } from 'react'
import { useFormat } from '#web/kit/format.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { tournamentsContract } from '../contract.ts'
import type { MemberView, RoundView } from '../contract/shapes.ts'
import { useOwnEvents } from './own-events.ts'
import css from './season.module.css'

/** An event of the community that is none of the season's yet, drafts too, becomes a round of it. */
export function RoundAdder({ season }: { readonly season: MemberView }) {
  const text = useTexts('tournaments-page')
  const format = useFormat()
  const [chosen, choose] = useState<string | null>(null)
  const add = useSend(tournamentsContract.AddTournamentSession, { said: text('rounds.added'), onDone: () => choose(null) })
  const known = new Set(season.sessions.map(({ sessionId }) => sessionId))
  const events = useOwnEvents(season.leagueId, season.game).filter(({ id }) => !known.has(id))
  // what has become a round meanwhile is chosen no more
  const free = events.some(({ id }) => id === chosen) ? chosen : null
  return (
    <div className={css.adder}>
      <SelectField
        label={text('rounds.choose')}
        value={free}
        placeholder={text(events.length === 0 ? 'rounds.noChoice' : 'rounds.placeholder')}
        choices={events.map(({ id, sessionName, startsAt }) => ({ value: id, label: `${sessionName}, ${format.date(startsAt, 'dateTime')}` }))}
        error={add.errorAt('sessionId')}
        onChange={choose}
      />
      <div className={css.buttons}>
        <Button
          busy={add.isSending}
          disabled={free === null}
          onClick={() => void add.send({ sessionId: free as RoundView['sessionId'] }, { id: season.id, v: season.v })}
        >
          {text('rounds.add')}
        </Button>
        <ButtonLink to={`/communities/${season.leagueId}/new-event?season=${season.id}`} icon={<Icon name="plus" size={16} />}>
          {text('rounds.newEvent')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Takes an event out of the season that is not driven yet. */
export function RemoveRound({ season, round }: { readonly season: MemberView; readonly round: RoundView }) {
  const text = useTexts('tournaments-page')
  const remove = useSend(tournamentsContract.RemoveTournamentSession, { said: text('rounds.removed') })
  return (
    <Button
      look="ghost"
      size="small"
      busy={remove.isSending}
      aria-label={text('rounds.removeOf', { name: round.name })}
      onClick={() => void remove.send({ sessionId: round.sessionId }, { id: season.id, v: season.v })}
    >
      {text('rounds.remove')}
    </Button>
  )
}
