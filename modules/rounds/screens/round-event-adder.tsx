import type { SessionId } from '#core/ids.ts'
import { useOwnEvents } from '#web/kit/lists/own-events.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { EventAdder } from '#web/ui/action/event-adder.tsx'
import { roundsContract } from '../contract.ts'
import type { RoundView } from '../contract/shapes.ts'

/** An event of the community that is none of a round's or season's yet, drafts too, becomes one of the round's. */
export function RoundEventAdder({ round }: { readonly round: RoundView }) {
  const text = useTexts('rounds-page')
  const add = useSend(roundsContract.AddRoundSession, { said: text('said.eventAdded') })
  const known = new Set(round.sessions.map(({ id }) => id))
  return (
    <EventAdder
      events={useOwnEvents(round.leagueId).filter(({ id, tournamentId }) => !known.has(id) && tournamentId === null)}
      words={{
        label: text('events.choose'),
        choose: text('events.placeholder'),
        none: text('events.noChoice'),
        add: text('events.add'),
        make: text('events.new'),
      }}
      error={add.errorAt('sessionId')}
      busy={add.isSending}
      onAdd={(id) => add.send({ sessionId: id as SessionId }, { id: round.id, v: round.v })}
      to={`/communities/${round.leagueId}/new-event`}
    />
  )
}
