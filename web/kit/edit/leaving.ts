import { useEffect, useRef, useState } from 'react'
import { useNavigation } from '../navigation.ts'
import type { Guard } from '../place/history.ts'

/** What is asked of the reader: whether to go though something typed would be lost. */
export type LeavingQuestion = (leave: boolean) => void

/** Forms of the page with something typed; the first of them asks for all. */
const forms = new Set<() => boolean>()

/**
 * Asks before a page is left. It is decided here once: whoever types into a form is asked only where `isLost` says that nothing holds what was
 * typed, since a draft brings it back. Going to another part of a page counts, a filter in its address does not.
 */
export function useLeaving(isTouched: boolean, isLost: () => boolean): LeavingQuestion | null {
  const { guard } = useNavigation()
  const [question, setQuestion] = useState<LeavingQuestion | null>(null)
  const lost = useRef(isLost)
  useEffect(() => {
    lost.current = isLost
  })
  useEffect(() => {
    if (!isTouched) return
    const check = (): boolean => lost.current()
    const isFirst = (): boolean => [...forms].find((one) => one()) === check
    forms.add(check)
    const stays: Guard['stays'] = (from, to) => {
      const isSamePart = from.pathname === to.pathname && from.hash === to.hash
      if (isSamePart || !isFirst()) return false
      return new Promise<boolean>((answer) => {
        setQuestion(() => (leave: boolean) => {
          setQuestion(null)
          answer(!leave)
        })
      })
    }
    const unguard = guard({ isLost: check, stays })
    return () => {
      forms.delete(check)
      unguard()
    }
  }, [isTouched, guard])
  return question
}
