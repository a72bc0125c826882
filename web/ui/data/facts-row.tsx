import type { ReactNode } from 'react'
import css from './facts-row.module.css'

export type Fact = { readonly label: string; readonly value: ReactNode }

/** The facts of a thing side by side, value over its name. What is not known is left out. */
export const FactsRow = (props: { readonly facts: readonly (Fact | null | false | undefined)[] }) => (
  <dl className={css.facts}>
    {props.facts.map((fact) =>
      fact ? (
        <div key={fact.label} className={css.fact}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ) : null,
    )}
  </dl>
)
