import { call } from '#web/kit/http.ts'
import { useLeave } from '#web/kit/login/leave.ts'

/** Ends the login of this browser; what was read under it goes, too. */
export function useSignOut(): () => Promise<void> {
  const goAs = useLeave()
  return async () => {
    await call('/auth/sign-out', { method: 'POST', body: '{}' })
    goAs('/')
  }
}
