import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { SwitchField } from '#web/ui/form/switch-field.tsx'
import css from './desk.module.css'
import type { Vote } from '../use-vote.ts'
import { PENALTY_KEYS } from '../vote-form.tsx'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
/** Enter and Space are a button's own where one has the focus. */
const isPressing = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('a, button, summary') !== null

const REMEMBERED = 'steward-keys'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** A browser that keeps nothing has them on, until the page is left. */
let isOff: boolean | null = null
const areOn = (): boolean => {
  try {
    isOff ??= localStorage.getItem(REMEMBERED) === 'off'
  } catch {
    isOff ??= false
  }
  return !isOff
}
function switchKeys(isOn: boolean): void {
  isOff = !isOn
  try {
    localStorage.setItem(REMEMBERED, isOn ? 'on' : 'off')
  } catch {}
  for (const listener of listeners) listener()
}

/** Whether keys of one letter work (WCAG 2.1.4): whoever speaks to the machine, or presses them by accident, switches them off in this browser. */
export const useKeysOn = (): readonly [isOn: boolean, turn: (isOn: boolean) => void] => [
  useSyncExternalStore(subscribe, areOn, () => true),
  switchKeys,
]

/** The desk by keys: while a reason is typed its letters are letters, and it is sent with Ctrl and Enter. */
export function useKeys(vote: Vote, isOn: boolean, onStep: (by: number) => void, onPlay: () => void): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.metaKey) return
    if (event.ctrlKey && event.key === 'Enter') {
      event.preventDefault()
      return void vote.send()
    }
    if (!isOn || event.ctrlKey || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    const kind = vote.kinds[PENALTY_KEYS.indexOf(key as '1')]
    const { last } = vote
    const at = last ? last.amounts.indexOf(last.amount ?? -1) : -1
    const amount = last?.amounts[key === '+' ? at + 1 : at - 1]
    if (key === 'j') onStep(1)
    else if (key === 'k') onStep(-1)
    else if (key === 'a') vote.decide('ACCEPT')
    else if (key === 'r') vote.decide('REJECT')
    else if (key === 'enter' && !isPressing(event.target)) void vote.send()
    else if (key === ' ' && !isPressing(event.target)) onPlay()
    else if (key === '/')
      (document.querySelector<HTMLElement>('[data-phrases] button') ?? document.querySelector<HTMLElement>('main textarea'))?.focus()
    else if ((key === '+' || key === '-') && last && amount !== undefined) vote.setAmount(last.kind, amount)
    else if (key === 'p') vote.add()
    else if (kind) vote.give(kind)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', act)
    return () => removeEventListener('keydown', act)
  }, [])
}

const KEYS = [
  ['J K', 'next'],
  ['Space', 'play'],
  ['1–9 0 S', 'penalty'],
  ['+ −', 'amount'],
  ['P', 'second'],
  ['/', 'phrase'],
  ['A R', 'vote'],
  ['Enter', 'send'],
] as const

export function Keys({ isOn, onSwitch }: { readonly isOn: boolean; readonly onSwitch: (isOn: boolean) => void }) {
  const text = useTexts('protests')
  return (
    <div className={`${css.keyBar} by-keys`}>
      <SwitchField label={text('desk.keysOn')} value={isOn} onChange={onSwitch} />
      {isOn && (
        <dl className={css.keys} aria-label={text('desk.keys')}>
          {KEYS.map(([key, what]) => (
            <div key={what}>
              <dt>{text(`desk.key.${what}`)}</dt>
              <dd>
                <kbd>{key}</kbd>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
