import { useOwnEvents } from '#web/kit/lists/own-events.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { EventAdder } from '#web/ui/action/event-adder.tsx'
import { tournamentsContract } from '../contract.ts'
import type { MemberView, RoundView } from '../contract/shapes.ts'

/** An event of the community that is none of the season's yet, drafts too, becomes a round of it. */
export function RoundAdder({ season }: { readonly season: MemberView }) {
  const text = useTexts('tournaments-page')
  const add = useSend(tournamentsContract.AddTournamentSession, { said: text('rounds.added') })
  const known = new Set(season.sessions.map(({ sessionId }) => sessionId))
  return (
    <EventAdder
      events={useOwnEvents(season.leagueId, season.game).filter(({ id, tournamentId }) => !known.has(id) && tournamentId === null)}
      words={{
        label: text('rounds.choose'),
        choose: text('rounds.placeholder'),
        none: text('rounds.noChoice'),
        add: text('rounds.add'),
        make: text('rounds.newEvent'),
      }}
      error={add.errorAt('sessionId')}
      busy={add.isSending}
      onAdd={(id) => add.send({ sessionId: id as RoundView['sessionId'] }, { id: season.id, v: season.v })}
      to={`/communities/${season.leagueId}/new-event?season=${season.id}`}
    />
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
