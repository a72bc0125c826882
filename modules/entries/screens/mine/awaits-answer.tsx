import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { membersContract } from '#modules/members/contract.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useLive } from '#web/kit/live.ts'
import type { EntryList } from '../../contract.ts'

/** Beside an application that waits: once it is answered, what there is to do here is asked anew. */
export function AwaitsAnswer({ leagueId }: Pick<EntryList, 'leagueId'>) {
  useLive([`league:${leagueId}`])
  const client = useQueryClient()
  const { data: league } = useAsk(membersContract.league, { id: leagueId })
  const isAnswered = league !== undefined && league.application?.status !== 'PENDING'
  useEffect(() => {
    if (isAnswered) void client.invalidateQueries()
  }, [isAnswered, client])
  return null
}
