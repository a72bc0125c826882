import type { ReactNode } from 'react'
import css from './rows.module.css'

/** Things under one another, each on a surface of its own. */
export const Rows = ({ children }: { readonly children: ReactNode }) => <ol className={css.list}>{children}</ol>

type RowProps = {
  /** Which of them it is. */
  readonly no?: ReactNode
  readonly picture?: ReactNode
  readonly name: ReactNode
  /** What is told of it, and done with it. */
  readonly children: ReactNode
}

export const Row = (props: RowProps) => (
  <li className={css.row}>
    <RowParts {...props} />
  </li>
)

/** One alone, in no list. */
export const SingleRow = (props: RowProps) => (
  <div className={css.row}>
    <RowParts {...props} />
  </div>
)

const RowParts = ({ no, picture, name, children }: RowProps) => (
  <>
    {no !== undefined && <span className={css.no}>{no}</span>}
    {picture}
    <span className={css.name}>{name}</span>
    <div className={css.told}>{children}</div>
  </>
)

/** What stands under a row's name, quieter. */
export const Under = ({ children }: { readonly children: ReactNode }) => <span className={css.under}>{children}</span>
