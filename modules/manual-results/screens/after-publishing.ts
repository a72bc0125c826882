import { useQueryClient } from '@tanstack/react-query'
import type { SessionId } from '#core/ids.ts'
import { askNow } from '#web/kit/ask.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { loadPublished } from './polling.ts'

/** As `loadPublished`, for the event on screen: what was loaded is what its tabs show. */
export function useAfterPublishing(sessionId: string): () => Promise<void> {
  const client = useQueryClient()
  return () =>
    loadPublished(
      () => askNow(client, resultsContract.memberResults, { sessionId }),
      () => {
        client.setQueryData(
          [sessionsContract.race.path, { id: sessionId as SessionId }],
          (event: object | undefined) => event && { ...event, status: 'ENDED' },
        )
        void client.invalidateQueries()
      },
      (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    )
}
