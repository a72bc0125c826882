import { useState } from 'react'
import type { UserId } from '#core/ids.ts'
import type { EventView } from '#modules/sessions/contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { pickListsContract as calls } from '../contract.ts'
import { withPicked } from '../rules.ts'

export type PickedDriver = { readonly userId: UserId; readonly carId: string | null; readonly carClassId?: string | null }
export type PickedFrom = Pick<EventView, 'id' | 'leagueId' | 'sessionName'>

/** Adds drivers at the end of the community's pick list, which begins with the first. */
export function usePick({ leagueId }: Pick<PickedFrom, 'leagueId'>, onDone: () => void) {
  const text = useTexts('pick-lists')
  const shown = useAsk(calls.pickList, { leagueId }).data
  const askNow = useAskNow()
  const [isAsking, setAsking] = useState(false)
  const activate = useSend(calls.Activate, { refresh: false })
  const set = useSend(calls.SetEntries, { said: text('pick.said'), onDone })
  const pick = async (drivers: readonly PickedDriver[]): Promise<void> => {
    if (!shown) return
    setAsking(true)
    // what is on screen may be from before one's own last picks; where nobody answers, sending says so
    const list = await askNow(calls.pickList, { leagueId }).catch(() => shown)
    setAsking(false)
    const begun = list.active ? list : await activate.send({}, { leagueId, v: list.v })
    if (!begun) return
    const [before, more] = [list.entries, drivers].map((some) => some.map(({ userId, carId, carClassId = null }) => ({ userId, carId, carClassId })))
    await set.send({ entries: [...withPicked(before!, more!)] }, { leagueId, v: begun.v })
  }
  return { pick, isReady: shown !== undefined, isBusy: isAsking || activate.isSending || set.isSending }
}
