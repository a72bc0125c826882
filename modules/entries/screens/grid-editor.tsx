import { type KeyboardEvent, useRef, useState } from 'react'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, IconButton } from '#web/ui/action/button.tsx'
import { DriverCell } from '#web/ui/data/driver-cell.tsx'
import { FormButtons } from '#web/ui/form/form.tsx'
import { entriesContract, type EntryList } from '../contract.ts'
import css from './entries.module.css'
import { firstDriver, gridOrder, moved } from './next-action.ts'
import { nameOf } from './participants-list.tsx'

/** Orders the grid with two buttons a row, or with the arrow keys on them; saved as a whole. */
export function GridEditor({ list, onClose }: { readonly list: EntryList; readonly onClose: () => void }) {
  const text = useTexts('entries')
  const [order, setOrder] = useState(() => gridOrder(list.entries))
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLOListElement>(null)
  const save = useSend(entriesContract.SetGridPositions, { said: text('said.grid'), onDone: onClose })
  const move = (from: number, by: number) => {
    const entry = order[from]
    const next = moved(order, from, by)
    if (next === order || !entry) return
    setOrder(next)
    setSaid(text('grid.moved', { name: nameOf(entry, text), place: from + by + 1 }))
    const up = by < 0
    requestAnimationFrame(() => rows.current?.querySelectorAll<HTMLElement>(`[data-move="${up ? 'up' : 'down'}"]`)[from + by]?.focus())
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    move(index, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <div className={css.tab}>
      <p className={css.quiet}>{text('grid.hint')}</p>
      <ol ref={rows} className={css.gridList}>
        {order.map((entry, index) => (
          <li key={entry.id} className={css.gridRow}>
            <span className={css.place}>{index + 1}</span>
            <div className={css.who}>
              <DriverCell name={nameOf(entry, text)} country={firstDriver(entry)?.country} raceNumber={entry.raceNumber} />
            </div>
            <IconButton
              data-move="up"
              label={text('grid.up', { name: nameOf(entry, text) })}
              aria-disabled={index === 0}
              onClick={() => move(index, -1)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              ↑
            </IconButton>
            <IconButton
              data-move="down"
              label={text('grid.down', { name: nameOf(entry, text) })}
              aria-disabled={index === order.length - 1}
              onClick={() => move(index, 1)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              ↓
            </IconButton>
          </li>
        ))}
      </ol>
      <span className="unseen" aria-live="polite">
        {said}
      </span>
      <FormButtons>
        <Button onClick={onClose}>{text('dialog.back')}</Button>
        <Button
          look="primary"
          busy={save.isSending}
          onClick={() =>
            void save.send({ grid: order.map(({ id }) => id), gridPositionId: list.gridPositionId }, { refId: list.sessionId, v: list.v })
          }
        >
          {text('grid.save')}
        </Button>
      </FormButtons>
    </div>
  )
}
