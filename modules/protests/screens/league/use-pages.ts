import { useState } from 'react'
import type { QueryContract, ReplyOf, SentOf } from '#core/contract.ts'
import { PAGE } from '#core/page.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useAskEach } from '#web/kit/connection/ask-each.ts'

/** A list page by page, all of them as they change: a page with fewer than were asked for is the last (calls-and-constants.md §4). */
export function usePages<C extends QueryContract, Row extends { readonly id: string }>(
  contract: C,
  wanted: SentOf<C>,
  rowsOf: (reply: ReplyOf<C>) => readonly Row[],
  when = true,
) {
  const name = JSON.stringify(wanted)
  const first = useAsk(contract, wanted, { keepLast: true, when })
  const [opened, setOpened] = useState({ of: name, more: 0 })
  const more = when && opened.of === name ? opened.more : 0
  const offsets = Array.from({ length: more }, (_, page) => (page + 1) * PAGE.MEDIUM)
  const later = useAskEach(
    contract,
    offsets.map((offset) => ({ ...(wanted as object), offset }) as SentOf<C>),
  )
  const last = later.length > 0 ? later.at(-1) : first.data
  // while one page has changed and the next has not, somebody may stand in both
  const rows = new Map([first.data, ...later].flatMap((reply) => (reply ? rowsOf(reply) : [])).map((row) => [row.id, row]))
  return {
    reply: first.data,
    isError: first.isError,
    rows: [...rows.values()],
    hasMore: last === undefined || rowsOf(last).length >= PAGE.MEDIUM,
    isWaiting: last === undefined,
    more: () => setOpened({ of: name, more: more + 1 }),
  }
}
