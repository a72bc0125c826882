import { MyEntry } from '#modules/entries/screens/my-entry.tsx'
import type { EventView } from '#modules/sessions/contract.ts'
import { tournamentPath } from '#modules/sessions/rules/season.ts'
import { useNow } from '#web/kit/clock.ts'
import { Island } from '#web/kit/island/island.tsx'
import { lazyPart } from '#web/kit/lazy.tsx'
import { isOff } from './rules/is-told.ts'
import { mayRun } from './rules/may-run.ts'

const SignUp = lazyPart(() => import('./sign-up.tsx'), 'SignUp')
const Banned = lazyPart(() => import('../community/enter-from-list.tsx'), 'Banned')
const Late = lazyPart(() => import('./late.tsx'), 'Late')

const ENTRY_TEXTS = ['sessions', 'entries', 'entries-check-in'] as const

/** Am I in, and the one next action. */
export function Entry({ event, isPlain = false }: { readonly event: EventView; readonly isPlain?: boolean }) {
  const now = useNow()
  return (
    <Island rooms={Object.keys(event.joinConditions).length > 0 ? [...ENTRY_TEXTS, 'sessions-conditions'] : ENTRY_TEXTS}>
      <MyEntry
        sessionId={event.id}
        signUp={SignUp}
        // whoever looks after it has something to do below first
        late={!mayRun(event) && <Late event={event} />}
        season={seasonOf(event)}
        isOfSeason={event.driversChosen && event.tournamentType === 'CHAMPIONSHIP'}
        isOff={isOff(event, now)}
        ban={<Banned leagueId={event.leagueId} />}
        failedSplits={event.splitStatuses.flatMap(({ splitNo, status }) => (status === 'FAILED' ? splitNo : []))}
        isPlain={isPlain}
      />
    </Island>
  )
}

const seasonOf = ({ tournamentId: id, tournamentType: type }: EventView): string | null =>
  id === null || type === null ? null : tournamentPath({ id, type })
