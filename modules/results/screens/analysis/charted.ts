import type { LapChartLine, ResultRowView } from '../../contract.ts'
import { secondDecimals } from '../../rules/lap-charts.ts'
import { shortName } from '../../rules.ts'
import { FAINT, type Curve, type Look } from '#web/ui/chart/curve.ts'

/** A driver with all that the viewer may see of their laps. */
export type Charted = {
  readonly row: ResultRowView
  readonly name: string
  /** `null`: not chosen. */
  readonly look: Look | null
  readonly isMine: boolean
  readonly positions: LapChartLine['positions']
  readonly pits: LapChartLine['pits']
  readonly times: LapChartLine['times']
  readonly averageSectors: LapChartLine['averageSectors']
  /** `null`: a visitor is not told. */
  readonly bestSectors: LapChartLine['bestSectors'] | null
}

export type DrawnCharts = {
  readonly all: readonly Charted[]
  readonly isRace: boolean
  readonly label: string
  readonly onPick: (id: string) => void
}

/** The line of a driver with these values from the start on. */
export const curveOf = ({ row, name, look }: Charted, values: Curve['values']): Curve => ({
  id: row.participantId,
  name,
  short: shortName(name),
  look: look ?? FAINT,
  values,
  isStrong: look !== null,
})

export const hasValues = ({ values }: Pick<Curve, 'values'>): boolean => values.some((value) => value !== null)

/** What stands at the marks of an axis of gaps like these: with as many decimals as they have, which leave no room for the unit where there are many. */
export function gapMark(gaps: Curve['values']): (gap: number) => string {
  const decimals = secondDecimals(gaps)
  return (gap) => `${gap > 0 ? '+' : ''}${(gap / 1000).toFixed(decimals)}${decimals > 1 ? '' : ' s'}`
}

/** The chosen last, so that they lie over the others. */
export const strongLast = (curves: readonly Curve[]): readonly Curve[] => curves.toSorted((a, b) => Number(a.isStrong) - Number(b.isStrong))
