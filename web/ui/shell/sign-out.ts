import { useQueryClient } from '@tanstack/react-query'
import { call } from '#web/kit/http.ts'

/** Ends the login of this browser; what was read under it goes, too. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await call('/auth/sign-out', { method: 'POST', body: '{}' })
    client.clear()
    location.assign('/')
  }
}
