import { useCallback, useState } from 'react'
import { call, isRefusal, RefusalError } from '#web/kit/http.ts'

/**
 * Posts to the login server and keeps its refusal for the form.
 */
export function useLoginCall() {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<RefusalError | null>(null)
  const post = useCallback(async (path: string, body: unknown): Promise<boolean> => {
    setSending(true)
    setRefusal(null)
    try {
      await call(path, { method: 'POST', body: JSON.stringify(body) })
      return true
    } catch (error) {
      setRefusal(isRefusal(error) ? error : new RefusalError('FAULT', {}, '', 500))
      return false
    } finally {
      setSending(false)
    }
  }, [])
  return { post, isSending, refusal, clear: () => setRefusal(null) }
}
