import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { IconButton } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { classes } from '#web/ui/classes.ts'
import { DriverCell } from '#web/ui/data/driver-cell.tsx'
import { rowHandle } from '#web/ui/form/row-drag.ts'
import { Chip } from '#web/ui/mark/chip.tsx'
import css from './manual.module.css'
import type { EditRow } from './race-state.ts'

/** What can be done with one row. */
export type RowOrders = {
  readonly move: (position: number) => void
  readonly type: (time: string) => void
  readonly settle: () => void
  readonly out: (some: { readonly isDNF: boolean } | { readonly isSkip: boolean }) => void
  readonly remove: () => void
  readonly drag: (event: PointerEvent) => void
}

/** One row of a race: its place and time, and whether it finished. Alt with an arrow moves it from any of its fields. */
export function RaceRow(props: {
  readonly row: EditRow
  readonly last: number
  readonly disabled: boolean
  readonly look: string
  readonly fault?: string
  readonly orders: RowOrders
}) {
  const text = useTexts('manual-results')
  const id = useId()
  const { row, last, disabled, orders, fault } = props
  const name = row.participant.name ?? text('manual.removed')
  const isOut = row.isDNF || row.isSkip
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || disabled) return
    event.preventDefault()
    orders.move(row.position + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    // the fields inside have the focus; their Alt and arrow keys end here
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className={classes(css.row, props.look)} data-order data-entry={row.entryId} data-guest={row.isGuest || undefined} onKeyDown={onKeyDown}>
      <span className={rowHandle} aria-hidden="true" data-off={disabled || undefined} onPointerDown={disabled ? undefined : orders.drag}>
        <Icon name="menu" size={18} />
      </span>
      <PositionField row={row} last={last} label={text('manual.positionOf', { name })} disabled={disabled || isOut} onMove={orders.move} />
      <div className={css.who}>
        <DriverCell
          name={name}
          country={row.country}
          rating={row.rating}
          raceNumber={row.raceNumber}
          car={row.participant.type === 'TEAM' ? row.drivers.map((driver) => driver.name ?? text('manual.removed')).join(', ') : row.car?.name}
          beside={row.isGuest && <Chip tone="warn">{text('manual.guest')}</Chip>}
        />
      </div>
      <div className={css.how}>
        <div className={css.time}>
          <input
            className={css.input}
            data-control="time"
            aria-label={text('manual.timeOf', { name })}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? id : undefined}
            inputMode="text"
            autoComplete="off"
            spellCheck={false}
            placeholder={isOut ? text(row.isDNF ? 'manual.dnf' : 'manual.skipped') : text('manual.timeForm')}
            value={row.typed}
            disabled={disabled || isOut}
            onChange={(event) => orders.type(event.target.value)}
            onBlur={orders.settle}
          />
          <p id={id} className={css.fault} aria-live="polite">
            {fault}
          </p>
        </div>
        <Tick
          label={text('manual.dnf')}
          of={name}
          control="dnf"
          value={row.isDNF}
          disabled={disabled || row.isSkip}
          onChange={(isDNF) => orders.out({ isDNF })}
        />
        <Tick
          label={text('manual.skipped')}
          of={name}
          control="skip"
          value={row.isSkip}
          disabled={disabled}
          onChange={(isSkip) => orders.out({ isSkip })}
        />
      </div>
      <span className={css.moves}>
        <IconButton
          label={text('manual.up', { name })}
          data-control="up"
          disabled={disabled || row.position === 1}
          onClick={() => orders.move(row.position - 1)}
        >
          <span className={css.up}>
            <Icon name="down" size={18} />
          </span>
        </IconButton>
        <IconButton
          label={text('manual.down', { name })}
          data-control="down"
          disabled={disabled || row.position === last}
          onClick={() => orders.move(row.position + 1)}
        >
          <Icon name="down" size={18} />
        </IconButton>
        {row.isGuest && (
          <IconButton label={text('manual.removeGuest', { name })} disabled={disabled} onClick={orders.remove}>
            <Icon name="trash" size={18} />
          </IconButton>
        )}
      </span>
    </li>
  )
}

/** A place that may be typed: it counts when the box is left or Enter is pressed. */
function PositionField(props: {
  readonly row: EditRow
  readonly last: number
  readonly label: string
  readonly disabled: boolean
  readonly onMove: (position: number) => void
}) {
  const { row, last } = props
  const [typed, setTyped] = useState<string | null>(null)
  const settle = (): void => {
    const position = Number(typed)
    setTyped(null)
    if (typed && Number.isInteger(position) && position >= 1) props.onMove(Math.min(position, last))
  }
  return (
    <input
      className={classes(css.input, css.place)}
      data-control="place"
      aria-label={props.label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      // product.md §4: a DNF has no position in manual events
      value={row.isDNF || row.isSkip ? '–' : (typed ?? String(row.position))}
      disabled={props.disabled}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

const Tick = (props: {
  readonly label: string
  readonly of: string
  readonly control: string
  readonly value: boolean
  readonly disabled: boolean
  readonly onChange: (value: boolean) => void
}) => (
  <label className={css.tick}>
    <input
      type="checkbox"
      data-control={props.control}
      checked={props.value}
      disabled={props.disabled}
      onChange={(event) => props.onChange(event.target.checked)}
    />
    <span>
      {props.label}
      <span className="unseen"> {props.of}</span>
    </span>
  </label>
)
