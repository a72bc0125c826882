import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { DriverCell } from '#web/ui/data/driver-cell.tsx'
import type { EntryView } from '../../contract.ts'
import css from './team.module.css'

type Driver = { readonly id: string; readonly name: string | null }

/** Who shares a car, the manager marked; `actions` stand beside each of them. */
export function TeamDrivers(props: {
  readonly entry: EntryView
  readonly actions?: (driver: Driver) => ReactNode
  /** Lines as close as in a table. */
  readonly small?: boolean
}) {
  const { entry, actions } = props
  const text = useTexts('entries')
  const { drivers, managerId, removedDrivers = 0 } = entry.participant
  return (
    <ul className={props.small ? css.small : css.drivers}>
      {Object.entries(drivers).map(([id, { name, country, rating }]) => (
        <li key={id}>
          <DriverCell
            name={name ?? text('removedUser')}
            userId={id}
            country={country}
            rating={rating}
            beside={id === managerId && <Chip tone="quiet">{text('team.manager')}</Chip>}
          />
          {actions && <span className={css.driverActions}>{actions({ id, name })}</span>}
        </li>
      ))}
      {removedDrivers > 0 && <li>{text('team.gone', { count: removedDrivers })}</li>}
    </ul>
  )
}
