import { useState } from 'react'
import { useTyped, type Keeping } from './typed.ts'

/** What is typed into a form that begins empty; `current` gives it also to what began before it was typed, `done` forgets the draft once it is sent. */
export function useDraft<Values extends object>(start: Values | (() => Values), keeping: Keeping<Values>) {
  const [present] = useState(() => ({ v: 0, values: typeof start === 'function' ? start() : start }))
  const { values, put, isTouched, notes, current, done } = useTyped(present, keeping)
  return { values, put, isTouched, notes, current: () => current().values, done: () => done(1, current().values) }
}
