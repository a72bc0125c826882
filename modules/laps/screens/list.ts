import { useState } from 'react'
import { PAGE } from '#core/page.ts'
import { seesAllBestLaps } from '../rules.ts'
import { lapsContract, type BestLap } from '../contract.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useMe } from '#web/kit/me.ts'
import type { Asked } from './list-params.ts'

export type LapList = {
  readonly laps: readonly BestLap[]
  /** Told to nobody without the permission. */
  readonly hidden: number
  readonly mine: readonly BestLap[]
  readonly isLast: boolean
  readonly isWaiting: boolean
  readonly loginRequired: boolean
  readonly more: () => void
}

/**
 * A list page by page: the first one as it is now, the others as they were when they were wanted. Of another list nothing of these is left. The
 * page is drawn with what everybody signed in sees; who has the permission is told the rest in the browser.
 */
export function useLapList(asked: Asked): LapList | null {
  const me = useMe()
  const isFull = me !== null && seesAllBestLaps(me.subscription.productId)
  const askNow = useAskNow()
  const forAll = useAsk(lapsContract.publicBestLaps, asked, { when: me === null, keepLast: true })
  const free = useAsk(lapsContract.bestLaps, asked, { when: me !== null, keepLast: true })
  const full = useAsk(lapsContract.bestLapsExtended, asked, { when: isFull, keepLast: true })
  const name = JSON.stringify(asked)
  const [later, setLater] = useState<{ readonly of: string; readonly laps: readonly BestLap[]; readonly isLast: boolean }>(NOTHING)
  const [isWaiting, setWaiting] = useState(false)
  const first = (isFull ? full.data : undefined) ?? free.data ?? forAll.data
  if (!first) return null
  const own = later.of === name ? later : NOTHING
  const laps = [...first.laps, ...own.laps]
  const more = async (): Promise<void> => {
    setWaiting(true)
    try {
      const next = await askNow(lapsContract.bestLapsExtended, { ...asked, offset: laps.length, includeMyLap: false })
      setLater({ of: name, laps: [...own.laps, ...next.laps], isLast: next.laps.length < PAGE.MEDIUM })
    } finally {
      setWaiting(false)
    }
  }
  return {
    laps,
    hidden: first.hidden,
    mine: 'myLaps' in first ? first.myLaps : [],
    isLast: !isFull || full.data === undefined || first.laps.length < PAGE.MEDIUM || own.isLast,
    isWaiting,
    loginRequired: 'loginRequired' in first && first.loginRequired,
    more: () => void more(),
  }
}

const NOTHING = { of: '', laps: [], isLast: false }
