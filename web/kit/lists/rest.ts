import { useEffect, useState } from 'react'
import type { QueryContract, ReplyOf, SentOf } from '#core/contract.ts'
import { PAGE } from '#core/page.ts'
import { useAskNow } from '../ask.ts'

type Rest<Row> = { readonly behind: readonly Row[]; readonly rows: readonly Row[] }

/**
 * What is behind the first page of a list, up to so many rows in all, once somebody wants more of them: page by page, and anew whenever the first one
 * is another. Those that were there stay until the rest has come.
 */
export function useRest<C extends QueryContract, Row>(
  call: C,
  asked: SentOf<C>,
  first: { readonly rows: readonly Row[]; readonly total: number } | undefined,
  rowsOf: (reply: ReplyOf<C>) => readonly Row[],
  wanted: number,
): readonly Row[] {
  const askNow = useAskNow()
  const [rest, setRest] = useState<Rest<Row>>()
  const rows = first?.rows
  const total = Math.min(first?.total ?? 0, wanted)
  useEffect(() => {
    if (!rows || rows.length >= total) return
    const leaving = new AbortController()
    const found: Row[] = []
    const load = async (): Promise<void> => {
      while (!leaving.signal.aborted && rows.length + found.length < total) {
        const next = rowsOf(
          await askNow(call, {
            ...(asked as object),
            limit: Math.min(PAGE.CAP, total - rows.length - found.length),
            offset: rows.length + found.length,
          } as SentOf<C>),
        )
        if (next.length === 0) break
        found.push(...next)
      }
      if (!leaving.signal.aborted) setRest({ behind: rows, rows: found })
    }
    // without a connection what is there stays; the first page is asked for again by itself
    load().catch(() => undefined)
    return () => leaving.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is asked is another only with another first page
  }, [rows, total])
  return rest && rest.behind === rows ? rest.rows : []
}
