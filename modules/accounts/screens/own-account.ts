import { accountsContract, type MeView } from '#modules/accounts/contract.ts'
import { useAskNow } from '#web/kit/ask.ts'

/** Fetches the reader's own account, for forms that met a change of it. */
export function useAskMe(): () => Promise<MeView> {
  const askNow = useAskNow()
  return () => askNow(accountsContract.me, {})
}
