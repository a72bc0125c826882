/** One line of the table. `ratio` is what the goal speaks of; lines without a goal are there to be read. */
export type Line = {
  readonly name: string
  readonly figure: string
  readonly reference: string
  readonly ratio: number | null
  readonly goal?: { readonly least?: number; readonly most?: number; readonly stretch?: number }
  readonly note?: string
}

export const isMet = ({ ratio, goal }: Line): boolean | null => {
  if (!goal || ratio === null) return null
  return (goal.least === undefined || ratio >= goal.least) && (goal.most === undefined || ratio <= goal.most)
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')} /s`
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`

/** The lines as a table of Markdown, which also reads well in a terminal. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.name,
    line.figure,
    line.reference,
    line.ratio === null ? '' : short(line.ratio),
    goalOf(line),
    verdict(line),
  ])
  const all = [['what', 'figure', 'reference', 'ratio', 'goal', ''], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const text = all.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`)
  text.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  return text.join('\n')
}

const short = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2).replace(/\.?0+$/, ''))

function goalOf({ goal }: Line): string {
  if (!goal) return ''
  const bound = goal.least === undefined ? `≤ ${goal.most}` : `≥ ${goal.least}`
  return goal.stretch === undefined ? bound : `${bound} (${goal.stretch})`
}

function verdict(line: Line): string {
  const met = isMet(line)
  if (met === null) return ''
  const { goal, ratio } = line
  const isStretched = (stretch: number): boolean => (goal?.most === undefined ? ratio! >= stretch : ratio! <= stretch)
  if (met && goal?.stretch !== undefined && isStretched(goal.stretch)) return 'met, stretch too'
  return met ? 'met' : 'NOT MET'
}
