import type { MouseEvent as PointerAt, ReactNode } from 'react'
import { classes } from '../classes.ts'
import css from './data-table.module.css'

export type Column<Row> = {
  readonly key: string
  readonly head: ReactNode
  /** For the ear when `head` is a sign: `#`, an icon. */
  readonly headLabel?: string
  readonly cell: (row: Row, index: number) => ReactNode
  /** `position` sticks to the left edge in large condensed figures; `number` stands right in tabular figures; `main` is the widest. */
  readonly kind?: 'position' | 'number' | 'main' | 'text'
  /** Left out on a phone, where the row tells it on expansion or not at all; `very`: on a phone held across and a small tablet too. */
  readonly wideOnly?: boolean | 'very'
  /** Only on a phone: what a wide window has columns of its own for. */
  readonly phoneOnly?: boolean
  /** Left out on paper (print.css): what can be done with the row. */
  readonly screenOnly?: boolean
}

/**
 * A table that scrolls sideways under a sticky first column. `mine` tints the viewer's own row. A row may open details below itself.
 */
export function DataTable<Row>(props: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly mine?: (row: Row) => boolean
  readonly detail?: (row: Row) => ReactNode
  /** A click anywhere on a row follows its first link, for those who point; the link itself is for everybody. */
  readonly opens?: boolean
  readonly empty?: ReactNode
}) {
  const { columns, rows } = props
  if (rows.length === 0 && props.empty) return <>{props.empty}</>
  return (
    // Keyboard users scroll it too, so it takes the focus; a focusable region needs a name.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.frame} tabIndex={0} aria-label={props.caption}>
      <table className={css.table}>
        <caption className="unseen">{props.caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={cellClass(column)} data-screen={column.screenOnly} aria-label={column.headLabel}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <TableRow
              key={props.rowKey(row)}
              row={row}
              index={index}
              columns={columns}
              isMine={props.mine?.(row) ?? false}
              detail={props.detail?.(row)}
              opens={props.opens ?? false}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What is a link or a button itself stays that, and what is selected is not left. */
function openRow(event: PointerAt<HTMLTableRowElement>): void {
  if (!(event.target instanceof Element) || event.target.closest('a, button') || getSelection()?.isCollapsed === false) return
  const { ctrlKey, metaKey, shiftKey } = event
  event.currentTarget.querySelector('a')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

function TableRow<Row>(props: {
  readonly row: Row
  readonly index: number
  readonly columns: readonly Column<Row>[]
  readonly isMine: boolean
  readonly detail: ReactNode
  readonly opens: boolean
}) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <tr
        className={classes(props.isMine && css.mine, props.opens && css.opens)}
        aria-current={props.isMine || undefined}
        onClick={props.opens ? openRow : undefined}
      >
        {props.columns.map((column) => (
          <td key={column.key} className={cellClass(column)} data-screen={column.screenOnly}>
            {column.cell(props.row, props.index)}
          </td>
        ))}
      </tr>
      {props.detail && (
        <tr className={css.detail}>
          <td colSpan={props.columns.length}>{props.detail}</td>
        </tr>
      )}
    </>
  )
}

const cellClass = <Row,>(column: Column<Row>): string =>
  classes(
    css[column.kind ?? 'text'],
    column.wideOnly && css.wideOnly,
    column.wideOnly === 'very' && css.veryWideOnly,
    column.phoneOnly && css.phoneOnly,
  )
