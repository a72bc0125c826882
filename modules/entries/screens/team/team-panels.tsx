import type { ReactNode } from 'react'
import { useTexts } from '#web/kit/texts.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import type { EntryView, PublicEntryList } from '../../contract.ts'
import { driversIn, isIn, nameOf } from '../entry-list.ts'
import { TeamDrivers } from './team-drivers.tsx'
import css from './team.module.css'

/** Teams on a phone: one panel each, which opens to its drivers and to what can be done with it. */
export function TeamPanels(props: {
  readonly list: PublicEntryList
  readonly entries: readonly EntryView[]
  readonly meId: string | null
  readonly numberOf: (entry: EntryView, index: number) => number | string
  readonly mark?: (entry: EntryView) => ReactNode
  readonly actions?: (entry: EntryView) => ReactNode
}) {
  const { list, meId } = props
  const text = useTexts('entries')
  return (
    <div className={css.panels}>
      {props.entries.map((entry, index) => {
        const carClass = list.carClasses.find((one) => one.id === entry.car.carClassId)
        const isMine = meId !== null && isIn(entry, meId)
        return (
          <details key={entry.id} className={css.panel} aria-current={isMine || undefined}>
            <summary>
              <span className={css.place}>{props.numberOf(entry, index)}</span>
              <NumberPlate number={entry.raceNumber} />
              <span className={css.team}>
                <strong>{nameOf(entry, text)}</strong>
                <span className={css.car}>
                  {carClass && (
                    <>
                      <ClassDot carClass={carClass.name} color={carClass.color} /> {carClass.name} ·
                    </>
                  )}{' '}
                  {entry.car.name}
                </span>
              </span>
              <span className={css.size}>
                {driversIn(entry)}
                {list.teamRules && ` / ${list.teamRules.maxDriversCount}`}
                <span className="unseen"> {text('team.drivers')}</span>
              </span>
            </summary>
            <div className={css.inside}>
              {props.mark?.(entry)}
              <TeamDrivers entry={entry} />
              {props.actions && <div className={css.actions}>{props.actions(entry)}</div>}
            </div>
          </details>
        )
      })}
    </div>
  )
}
