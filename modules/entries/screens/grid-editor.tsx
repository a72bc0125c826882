import { type KeyboardEvent, useRef, useState } from 'react'
import { useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button, IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { classes } from '#web/ui/classes.ts'
import { DriverCell } from '#web/ui/data/driver-cell.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { FormButtons } from '#web/ui/form/form.tsx'
import { rowHandle, useRowDrag } from '#web/ui/form/row-drag.ts'
import { entriesContract, type EntryList, type EntryView } from '../contract.ts'
import css from './entries.module.css'
import { gridOrder } from '../rules/grid.ts'
import { firstDriver, moved, placed, nameOf } from './entry-list.ts'

type Order = { readonly grid: readonly EntryView['id'][] }

/** Orders the grid by dragging, with two buttons a row, or with the arrow keys on them; saved as a whole. */
export function GridEditor({ list, onClose }: { readonly list: EntryList; readonly onClose: () => void }) {
  const text = useTexts('entries')
  const askNow = useAskNow()
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLOListElement>(null)
  const save = useSend(entriesContract.SetGridPositions, { said: text('said.grid') })
  const edit = useEdit<Order, Seen>({
    draft: `grid ${list.sessionId}`,
    present: versionOf(list),
    ask: async () => versionOf(await askNow(entriesContract.entryList, { refId: list.sessionId })),
    save: ({ v, values }, { entries }) =>
      save.attempt({ grid: placed(entries, values.grid).map(({ id }) => id), gridPositionId: list.gridPositionId }, { refId: list.sessionId, v }),
    naming: {
      label: () => text('grid.order'),
      show: (_, value) =>
        placed(list.entries, value as readonly string[])
          .map((entry, index) => `${index + 1}. ${nameOf(entry, text)}`)
          .join('\n'),
    },
    onDone: onClose,
  })
  const order = placed(list.entries, edit.values.grid)
  const put = (from: number, to: number): boolean => {
    const entry = order[from]
    const next = moved(order, from, to - from)
    if (next === order || !entry) return false
    edit.put({ grid: next.map(({ id }) => id) })
    setSaid(text('grid.moved', { name: nameOf(entry, text), place: to + 1 }))
    return true
  }
  const { grab, look } = useRowDrag(rows, (key, to) => {
    const from = order.findIndex(({ id }) => id === key)
    if (from >= 0) put(from, to)
  })
  const move = (from: number, by: number) => {
    if (!put(from, from + by)) return
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
      <FormNotes of={edit.notes} />
      <p className={css.quiet}>{text('grid.hint')}</p>
      <ol ref={rows} className={css.gridList}>
        {order.map((entry, index) => (
          <li key={entry.id} className={classes(css.gridRow, look(entry.id, index))} data-order>
            <span className={rowHandle} aria-hidden="true" onPointerDown={(event) => grab(event, entry.id, index)}>
              <Icon name="menu" size={18} />
            </span>
            <span className={css.place}>{index + 1}</span>
            <div className={css.who}>
              <DriverCell
                name={nameOf(entry, text)}
                country={firstDriver(entry)?.country}
                raceNumber={entry.raceNumber}
                rating={entry.participant.type === 'TEAM' ? null : firstDriver(entry)?.rating}
              />
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
        <Button look="primary" busy={edit.isSaving} onClick={() => void edit.save()}>
          {text('grid.save')}
        </Button>
      </FormButtons>
    </div>
  )
}

type Seen = Version<Order> & Pick<EntryList, 'entries'>

const versionOf = ({ v, entries }: EntryList): Seen => ({ v, values: { grid: gridOrder(entries).map(({ id }) => id) }, entries })
