import { useRef } from 'react'
import type { UserId } from '#core/ids.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { usePick, type PickedFrom } from './use-pick.ts'
import css from './pick.module.css'

/** A row of a result that may be picked. */
export type PickableRow = { readonly key: string; readonly userId: UserId; readonly carId: string | null }
/** How many of the first are picked at once. */
const FIRST = 10

/**
 * Admins pick rows of a result, in its order, for the community's pick list: the table has a box for each of them meanwhile. What is chosen in the
 * table of another split stays chosen, until it is sent from there.
 */
export function PickResults(props: {
  readonly event: PickedFrom
  readonly rows: readonly PickableRow[]
  /** Of whatever split; null: nobody is picking. */
  readonly chosen: ReadonlySet<string> | null
  readonly choose: (chosen: ReadonlySet<string> | null) => void
}) {
  const { rows, chosen, choose } = props
  const text = useTexts('pick-lists')
  const sent = useRef<readonly string[]>([])
  const { pick, isReady, isBusy } = usePick(props.event, () => {
    const left = [...(chosen ?? [])].filter((key) => !sent.current.includes(key))
    choose(left.length > 0 ? new Set(left) : null)
  })
  if (!chosen) {
    return (
      <p>
        <Button onClick={() => choose(new Set())}>{text('pick.results')}</Button>
      </p>
    )
  }
  const picked = rows.filter(({ key }) => chosen.has(key))
  const elsewhere = [...chosen].filter((key) => !rows.some((row) => row.key === key))
  const send = () => {
    sent.current = picked.map(({ key }) => key)
    void pick(picked)
  }
  return (
    <section className={css.choosing} aria-label={text('pick.results')}>
      <span aria-live="polite">{text('pick.chosen', { count: picked.length })}</span>
      {rows.length > FIRST && (
        <Button size="small" onClick={() => choose(new Set([...elsewhere, ...rows.slice(0, FIRST).map(({ key }) => key)]))}>
          {text('pick.first', { count: FIRST })}
        </Button>
      )}
      <Button size="small" onClick={() => choose(null)}>
        {text('pick.stop')}
      </Button>
      <Button size="small" look="primary" disabled={picked.length === 0 || !isReady} busy={isBusy} onClick={send}>
        {text('pick.send')}
      </Button>
    </section>
  )
}
