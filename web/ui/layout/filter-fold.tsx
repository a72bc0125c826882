import { useId, useState, type ReactNode } from 'react'
import { Button } from '../action/button.tsx'
import { Icon } from '../action/icon.tsx'
import { classes } from '../classes.ts'
import css from './filter-fold.module.css'

/** Filters that a phone, upright or on its side, keeps behind a button, which its label says how many are set; wider screens show them where they stand. */
export function FilterFold({
  label,
  className,
  children,
}: {
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button className={css.fold} aria-expanded={open} aria-controls={id} icon={<Icon name="down" size={16} />} onClick={() => setOpen(!open)}>
        {label}
      </Button>
      <div id={id} className={classes(css.folds, className)} data-open={open || undefined}>
        {children}
      </div>
    </>
  )
}
