import type { ReactNode } from 'react'
import { useNow } from '#web/kit/clock.ts'
import { useTexts } from '#web/kit/texts.tsx'
import css from './countdown.module.css'

const SECOND_MS = 1000

/** Time left in boxes, under `label`; days replace the seconds while there are any. At zero it says `over` alone and tells so aloud. */
export function Countdown(props: { readonly to: string | number; readonly label?: ReactNode; readonly over?: string }) {
  const text = useTexts('web')
  const now = useNow(SECOND_MS)
  const left = Math.floor((new Date(props.to).getTime() - now) / SECOND_MS)
  if (left <= 0)
    return props.over ? (
      <p className={css.over} role="status">
        {props.over}
      </p>
    ) : null
  const [days, hours, minutes, seconds] = [Math.floor(left / 86_400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60]
  const box = (unit: Unit, value: number): BoxProps => ({ value, unit: text(`time.${unit}`, { count: value }) })
  const boxes =
    days > 0
      ? ([box('days', days), box('hours', hours), box('minutes', minutes)] as const)
      : ([box('hours', hours), box('minutes', minutes), box('seconds', seconds)] as const)
  // a box stays in its place when the unit in it changes: nothing on the page moves in that second
  return (
    <>
      {props.label}
      <div className={css.boxes} role="timer" aria-label={boxes.map(({ value, unit }) => `${value} ${unit}`).join(' ')}>
        <Box {...boxes[0]} />
        <Box {...boxes[1]} />
        <Box {...boxes[2]} />
      </div>
    </>
  )
}

type Unit = 'days' | 'hours' | 'minutes' | 'seconds'
type BoxProps = { readonly value: number; readonly unit: string }

const Box = ({ value, unit }: BoxProps) => (
  <div className={css.box} aria-hidden="true">
    <b suppressHydrationWarning>{String(value).padStart(2, '0')}</b>
    <span>{unit}</span>
  </div>
)

/** The same in a line of text: `04:10`, for "server opens in …". */
export function CountdownText(props: { readonly to: string | number }) {
  const now = useNow(SECOND_MS)
  const left = Math.max(0, Math.floor((new Date(props.to).getTime() - now) / SECOND_MS))
  const parts = left >= 3600 ? [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60] : [Math.floor(left / 60), left % 60]
  return <span className={css.text}>{parts.map((part) => String(part).padStart(2, '0')).join(':')}</span>
}
