import { useState } from 'react'
import type { QueryContract, ReplyOf, SentOf } from '#core/contract.ts'
import { PAGE } from '#core/page.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'

type Later<Row> = { readonly of: string; readonly rows: readonly Row[]; readonly isLast: boolean }

/** A list page by page, the first as it changes: a page with fewer than were asked for is the last (calls-and-constants.md §4). */
export function usePages<C extends QueryContract, Row extends { readonly id: string }>(
  contract: C,
  wanted: SentOf<C>,
  rowsOf: (reply: ReplyOf<C>) => readonly Row[],
  when = true,
) {
  const askNow = useAskNow()
  const name = JSON.stringify(wanted)
  const asked = useAsk(contract, wanted, { keepLast: true, when })
  const [later, setLater] = useState<Later<Row>>({ of: '', rows: [], isLast: false })
  const [isWaiting, setWaiting] = useState(false)
  const first = asked.data ? rowsOf(asked.data) : []
  const own = later.of === name ? later : { of: name, rows: [], isLast: false }
  const more = async (): Promise<void> => {
    setWaiting(true)
    try {
      const next = rowsOf(await askNow(contract, { ...(wanted as object), offset: first.length + own.rows.length } as SentOf<C>))
      setLater({ of: name, rows: [...own.rows, ...next], isLast: next.length < PAGE.MEDIUM })
    } finally {
      setWaiting(false)
    }
  }
  return {
    reply: asked.data,
    isError: asked.isError,
    rows: [...first, ...own.rows.filter(({ id }) => !first.some((one) => one.id === id))],
    hasMore: first.length >= PAGE.MEDIUM && !own.isLast,
    isWaiting,
    more,
  }
}
