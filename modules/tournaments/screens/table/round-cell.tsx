import { useTexts } from '#web/kit/texts.tsx'
import { classes } from '#web/ui/classes.ts'
import type { StandingsRowView } from '../../contract/standings.ts'
import css from '../standings.module.css'
import { figure } from '../words.ts'

type Cell = StandingsRowView['cells'][number]

type Props = {
  readonly cell: Cell
  readonly isSkipped: boolean
  /** Of an event that was not to be: nothing of it comes any more. */
  readonly isCalledOff: boolean
  /** Not where the best race time decides. */
  readonly hasPoints: boolean
  readonly onLook: (() => void) | null
}

/** The points large, under them the place with its marks; a dropped result stays readable under a line. */
export function RoundCell({ cell, isSkipped, isCalledOff, hasPoints, onLook }: Props) {
  const text = useTexts('tournaments-page')
  if (!cell)
    return (
      <td className={css.cell}>
        {isSkipped && !isCalledOff ? (
          <span className={css.skips}>{text('cell.skips')}</span>
        ) : (
          <span className="unseen">{text(isCalledOff ? 'cell.notDriven' : 'cell.coming')}</span>
        )}
      </td>
    )
  if (cell.isMissed)
    return (
      <td className={css.cell}>
        <span className={css.none}>–</span>
        {isSkipped ? <span className={css.skips}>{text('cell.skipped')}</span> : <span className="unseen">{text('cell.missed')}</span>}
      </td>
    )
  const points = cell.isDropped ? (
    <s className={css.dropped}>
      {figure(cell.points)}
      <span className="unseen"> {text('cell.dropped')}</span>
    </s>
  ) : (
    <span className={classes(css.cellPoints, cell.points === 0 && css.none)}>{figure(cell.points)}</span>
  )
  const shown = (
    <>
      {hasPoints && points}
      {cell.races.map((race) => (
        <Race key={race.no} race={race} />
      ))}
    </>
  )
  return (
    <td className={css.cell}>
      {onLook ? (
        // by the keyboard the total leads to all of them
        <button type="button" className={css.look} tabIndex={-1} onClick={onLook}>
          {shown}
        </button>
      ) : (
        shown
      )}
    </td>
  )
}

function Race({ race }: { readonly race: NonNullable<Cell>['races'][number] }) {
  const text = useTexts('tournaments-page')
  const [place] = race.places
  const { leftOut = [], penaltyMs = 0, penaltyPlaces = 0, adjustment = 0 } = race
  const isOut = race.status !== 'FINISHED'
  return (
    <span className={css.marks}>
      <span className={classes(place !== undefined && place <= 3 && css[`p${place}`], isOut && css.out)}>
        {isOut || place === undefined
          ? leftOut.length === 0 && text(`cell.${race.status === 'FINISHED' ? 'DNF' : race.status}`)
          : text('cell.place', { place: race.places.join('·') })}
      </span>
      {leftOut.length > 0 && <LeftOut cars={leftOut} />}
      {race.hasPole && <b className={css.pole}>{text('cell.pole')}</b>}
      {race.hasFastestLap && <b className={css.fastest}>{text('cell.fastest')}</b>}
      {penaltyMs !== 0 && <b className={css.adjusted}>{text('cell.penalty', secondsOf(penaltyMs))}</b>}
      {penaltyPlaces !== 0 && <Places lost={penaltyPlaces} />}
      {adjustment !== 0 && <b className={css.adjusted}>{`${adjustment > 0 ? '+' : ''}${figure(adjustment)}`}</b>}
    </span>
  )
}

/** Cars of a team that do not count stay readable under a line. */
function LeftOut({ cars }: { readonly cars: NonNullable<NonNullable<Cell>['races'][number]['leftOut']> }) {
  const text = useTexts('tournaments-page')
  return (
    <s className={css.leftOut}>
      {cars
        .map(({ place, status }) => (place === null ? text(`cell.${status === 'FINISHED' ? 'DNF' : status}`) : text('cell.place', { place })))
        .join('·')}
      <span className="unseen"> {text('cell.dropped')}</span>
    </s>
  )
}

/** What stewards did to the place. */
function Places({ lost }: { readonly lost: number }) {
  const text = useTexts('seasons')
  const count = Math.abs(lost)
  return (
    <b className={css.adjusted}>
      <span aria-hidden="true">
        {lost > 0 ? '↓' : '↑'}
        {count}
      </span>
      <span className="unseen">{text(lost > 0 ? 'places.lost' : 'places.given', { count })}</span>
    </b>
  )
}

const secondsOf = (ms: number) => ({ sign: ms > 0 ? '+' : '−', seconds: String(Math.abs(ms) / 1000) })
