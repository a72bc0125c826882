import { lazyPart } from '#web/kit/lazy.tsx'
import { useTexts } from '#web/kit/texts.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { PositionsGained } from '#web/ui/mark/change.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { ClassDot } from '#web/ui/mark/class-dot.tsx'
import { Flag } from '#web/ui/mark/flag.tsx'
import { NumberPlate } from '#web/ui/mark/number-plate.tsx'
import type { ResultRowView, SegmentView } from '../../contract.ts'
import { shortName } from '../../rules/known.ts'
import css from '../results.module.css'

const CorrectedWords = lazyPart(() => import('./corrected-words.tsx'), 'CorrectedWords')

type OfRow = { readonly row: ResultRowView; readonly segment: SegmentView }

const classIn = ({ row, segment }: OfRow) => segment.carClasses.find(({ id }) => id === row.carClassId)

export function ClassChip(props: OfRow) {
  const own = classIn(props)
  return (
    own && (
      <Chip tone="quiet">
        <ClassDot carClass={own.name} color={own.color} />
        {own.name}
      </Chip>
    )
  )
}

/** Who drove what, with what happened to the place; opens what a phone has no column for. */
export function DriverName(props: {
  readonly row: ResultRowView
  readonly segment: SegmentView
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Somebody is about to open it. */
  readonly onNear: () => void
}) {
  const { row, segment } = props
  const text = useTexts('results')
  const carClass = classIn(props)
  const name = row.name ?? text('table.removed')
  return (
    <div className={css.driver}>
      <Flag country={row.country} />
      <span className={css.plate}>
        <NumberPlate number={row.raceNumber} />
      </span>
      <div className={css.words}>
        <span className={css.nameLine}>
          <button
            type="button"
            className={css.name}
            aria-expanded={props.isOpen}
            title={text('table.details', { name })}
            onClick={props.onToggle}
            onPointerEnter={props.onNear}
            onFocus={props.onNear}
          >
            {name}
          </button>
          {row.positionsGained !== null && (
            <span className={css.gained}>
              <PositionsGained gained={row.positionsGained} />
            </span>
          )}
          {!row.carName && <Opens />}
        </span>
        {row.carName && (
          <span className={css.car}>
            {carClass && <ClassDot carClass={carClass.name} color={carClass.color} />}
            {carClass && segment.carClasses.length > 1 && <span className={css.className}>{carClass.name} · </span>}
            <span className={css.carName}>{row.carName}</span>
            <Opens />
          </span>
        )}
        {row.entryCar && (
          <span className={css.wrongCar}>
            <Icon name="warning" size={14} /> {text('wrong_car_used_message_line2', { car: row.entryCar })}
          </span>
        )}
        {isPutBack(row) && <CorrectedWords row={row} />}
        {row.participant.type === 'TEAM' && row.drivers.length > 0 && (
          <span className={css.crew}>
            {row.drivers.map((driver, at) => (
              <CrewName key={driver.userId ?? at} name={driver.name ?? text('table.removed')} isLast={at === row.drivers.length - 1} />
            ))}
          </span>
        )}
      </div>
    </div>
  )
}

const Opens = () => (
  <span className={css.opens} data-screen>
    <Icon name="down" size={14} />
  </span>
)

/** Of a crew; on a phone its last word, as timing screens have it. */
function CrewName({ name, isLast }: { readonly name: string; readonly isLast: boolean }) {
  const short = shortName(name)
  return (
    <>
      <span className={css.firstName}>{name.slice(0, name.lastIndexOf(short))}</span>
      {isLast ? short : `${short}, `}
    </>
  )
}

/** Who lost a place to a correction, or was given seconds; whoever only moved up says so in the detail. */
const isPutBack = ({ raw, position, status, penaltyAdjustments, penaltyPlaces }: ResultRowView): boolean =>
  penaltyAdjustments !== 0 || penaltyPlaces > 0 || (raw !== null && (raw.position < position || (raw.status !== status && raw.status !== 'DSQ')))
