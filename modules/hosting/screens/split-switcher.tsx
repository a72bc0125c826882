import { useEffect } from 'react'
import { entriesContract } from '#modules/entries/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { LAUNCH_LEAD_MS, type SplitStatus } from '#modules/sessions/rules.ts'
import { shownSplit, splitIn } from '#modules/sessions/rules/split-choice.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useNow } from '#web/kit/clock.ts'
import { useMe } from '#web/kit/me.ts'
import { useAddressChoice } from '#web/kit/place/address-choice.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { looksAgainAt, WATCH_MS } from '../rules.ts'
import type { NightEvent } from './night/use-night.ts'
import { useServer } from './server-panel.tsx'
import css from './split-switcher.module.css'

type Status = { readonly splitNo: number; readonly status: SplitStatus }
type SplitEvent = NightEvent & { readonly splitStatuses: readonly Status[] }

/** The servers of an event with how each is doing; the one chosen here is what panel, participants and results show. */
export function SplitSwitcher({ event }: { readonly event: SplitEvent }) {
  const text = useTexts('hosting')
  const [typed, choose] = useAddressChoice('split')
  const chosen = splitIn(typed)
  const view = useServer(event)
  const statuses = useStatuses(event)
  // asked as participants and results ask it: all three show the same one, after the race as before it
  const own = useAsk(entriesContract.entryList, { refId: event.id }, { when: useMe() !== null }).data?.mine?.splitNo ?? null
  // of an event that is over everybody may look at all splits, visitors too
  if (statuses.length < 2 || !(view?.may.switchSplit ?? event.status === 'ENDED')) return null
  const shown = shownSplit(chosen, own, statuses)
  return (
    <fieldset className={css.splits}>
      <legend className="unseen">{text('panel.splits')}</legend>
      {statuses.map(({ splitNo, status }) => (
        <button
          key={splitNo}
          type="button"
          className={css.split}
          data-status={status}
          aria-pressed={splitNo === shown}
          onClick={() => splitNo !== shown && choose(String(splitNo))}
        >
          <b>{text('panel.split', { number: splitNo })}</b>
          <span className={css.status}>{text(`status.${status}`)}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** As the page has them; asked for again by the clock (product.md §4), should nobody have told of a change. */
function useStatuses({ id, startsAt, status, splitStatuses }: SplitEvent): readonly Status[] {
  const isSignedIn = useMe() !== null
  const { data, refetch } = useAsk(sessionsContract.splitStatuses, { id }, { when: isSignedIn && status !== 'ENDED' })
  const statuses = data ?? splitStatuses
  const nowMs = useNow(WATCH_MS)
  const startsAtMs = Date.parse(startsAt)
  const looks = isSignedIn && looksAgainAt(nowMs, { opensAtMs: startsAtMs - LAUNCH_LEAD_MS, startsAtMs, statuses })
  const lookMs = looks ? nowMs : null
  useEffect(() => {
    if (lookMs !== null) void refetch()
  }, [lookMs, refetch])
  return statuses
}
