import { useCallback, useEffect, useState } from 'react'
import { MINUTE_MS } from '#core/duration.ts'
import { now, useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { toast } from '#web/kit/toast.ts'
import { DateTimeField } from '#web/ui/form/date-time-field.tsx'
import { withOpening, type Opened, type Opening } from '../choices/opening.ts'
import { addedStart } from '../../rules.ts'

const LOOK_MS = MINUTE_MS / 6

/**
 * product.md §4 "Start time picker": a start that has passed, or passes while it is open, moves on, and the reader is told. Who types is waited
 * for: the first figure of a day to come may be one that has passed. Save, pressed right from here, is refused and sends no start nobody has seen.
 */
export function StartField(props: {
  readonly value: string | null
  /** Of an event that is moved: with the start goes when registration opens. */
  readonly moves?: { readonly was: Opened; readonly typed: Opening } | undefined
  readonly onChange: (startsAt: string | null, moved: Partial<Opening>) => void
  readonly error?: string
}) {
  const { value, moves, onChange: change } = props
  const onChange = useCallback(
    (startsAt: string | null) => change(startsAt, moves ? withOpening(moves.was, moves.typed, { startsAt }, now()) : { startsAt }),
    [change, moves],
  )
  const text = useTexts('sessions-form')
  const at = useNow(LOOK_MS)
  const [isTyping, setTyping] = useState(false)
  const moved = value === null || isTyping ? null : addedStart(Date.parse(value), at)
  useEffect(() => {
    if (moved === null) return
    onChange(new Date(moved).toISOString())
    toast({ tone: 'bad', text: text('form.session_time_added_message') })
  }, [moved, onChange, text])
  return (
    <DateTimeField
      label={text('form.startsAt')}
      value={value}
      min={new Date(now()).toISOString()}
      onChange={onChange}
      onKeyDown={() => setTyping(true)}
      onBlur={({ relatedTarget }) => setTyping(relatedTarget instanceof HTMLButtonElement)}
      error={props.error}
    />
  )
}
