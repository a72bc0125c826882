import { PAGE } from '#core/page.ts'
import { resultsContract } from '#modules/results/contract.ts'
import type { OutcomeOf } from '#modules/results/contract/past.ts'
import { OutcomeLine } from '#modules/results/screens/outcome.tsx'
import { useAsk } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'

/** How an event of a season, or of a round of a special event, went: asked for once for all that are over. */
export function RoundOutcome(props: OutcomeOf) {
  const isSignedIn = useMe() !== null
  const { id: tournamentId, leagueId } = props.of
  const asked = { tournamentId, limit: PAGE.CAP }
  const open = useAsk(resultsContract.pastEvents, { ...asked, leagueId }, { when: !isSignedIn }).data
  const own = useAsk(resultsContract.pastEventsOfLeague, { ...asked, id: leagueId }, { when: isSignedIn }).data
  const past = (isSignedIn ? own : open)?.events
  const outcome = past && (past.find(({ id }) => id === props.id)?.outcome ?? null)
  return <OutcomeLine outcome={outcome} isNamed={props.isNamed ?? false} />
}
