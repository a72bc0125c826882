import { useState } from 'react'
import type { UserId } from '#core/ids.ts'
import type { EventView } from '#modules/sessions/contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { isRefusal, type RefusalError } from '#web/kit/http.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { pickListsContract as calls, type PickListView } from '../contract.ts'
import { withPicked } from '../rules.ts'

export type PickedDriver = { readonly userId: UserId; readonly carId: string | null; readonly carClassId?: string | null }
export type PickedFrom = Pick<EventView, 'id' | 'leagueId' | 'sessionName'>

/**
 * Adds drivers at the end of the community's pick list, which begins with the first. Where somebody has changed the list since it came, oneself with
 * the drivers before these or another, they still go to its end.
 */
export function usePick({ leagueId }: Pick<PickedFrom, 'leagueId'>, onDone: () => void) {
  const text = useTexts('pick-lists')
  const shown = useAsk(calls.pickList, { leagueId }).data
  const askNow = useAskNow()
  const [isBusy, setBusy] = useState(false)
  const activate = useSend(calls.Activate, { refresh: false })
  const set = useSend(calls.SetEntries, { said: text('pick.said'), onDone })
  /** Tells why not. */
  const put = async (list: PickListView, drivers: readonly PickedDriver[]): Promise<RefusalError | null> => {
    const begun = list.active ? { reply: list } : await activate.attempt({}, { leagueId, v: list.v })
    if ('refusal' in begun) return begun.refusal
    const [before, more] = [list.entries, drivers].map((some) => some.map(({ userId, carId, carClassId = null }) => ({ userId, carId, carClassId })))
    const sent = await set.attempt({ entries: [...withPicked(before!, more!)] }, { leagueId, v: begun.reply.v })
    return 'refusal' in sent ? sent.refusal : null
  }
  const pick = async (drivers: readonly PickedDriver[]): Promise<void> => {
    if (!shown) return
    setBusy(true)
    try {
      if (!isRefusal(await put(shown, drivers), 'VERSION_CONFLICT')) return
      const refusal = await put(await askNow(calls.pickList, { leagueId }).catch(() => shown), drivers)
      if (isRefusal(refusal, 'VERSION_CONFLICT')) toast({ tone: 'bad', refusal })
    } finally {
      setBusy(false)
    }
  }
  return { pick, isReady: shown !== undefined, isBusy }
}
