import type { ReactNode } from 'react'
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
  /** Left out on a phone, where the row tells it on expansion or not at all. */
  readonly wideOnly?: boolean
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
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TableRow<Row>(props: {
  readonly row: Row
  readonly index: number
  readonly columns: readonly Column<Row>[]
  readonly isMine: boolean
  readonly detail: ReactNode
}) {
  return (
    <>
      <tr className={props.isMine ? css.mine : undefined} aria-current={props.isMine || undefined}>
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

const cellClass = <Row,>(column: Column<Row>): string => classes(css[column.kind ?? 'text'], column.wideOnly && css.wideOnly)
