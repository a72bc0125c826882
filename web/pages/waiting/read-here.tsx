import { useEffect } from 'react'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { callCommand } from '#web/kit/connection/command.ts'
import { usePath } from '#web/kit/navigation.ts'

/** Whoever looks at the page of something has read what they were told of it (docs/decisions/0071). `about`: such pages. */
export function ReadHere({ about }: { readonly about: readonly string[] }): null {
  const path = usePath()
  const isAbout = about.includes(path)
  useEffect(() => {
    if (!isAbout) return
    const left = new AbortController()
    const read = (): void => {
      if (document.hidden) return
      left.abort()
      // where nobody answers it stays unread
      callCommand(notificationsContract.MarkRead, { about: path }, {}, crypto.randomUUID()).catch(() => {})
    }
    // a tab that was opened behind is read once somebody looks at it
    document.addEventListener('visibilitychange', read, { signal: left.signal })
    read()
    return () => left.abort()
  }, [isAbout, path])
  return null
}
