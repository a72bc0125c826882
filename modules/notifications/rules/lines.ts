import type { NotificationView } from '../contract.ts'
import type { Group } from './kinds.ts'

type Several = Exclude<Group, 'applications'>
/** Unread ones as the list and home show them: one by itself, or several of a group that say how many there are. */
export type Line = {
  readonly key: string
  readonly group: Several | null
  /** What it says of, the newest first; of the results of one event the newest, and what else has a reason. */
  readonly ones: readonly NotificationView[]
  /** How many things these are about. */
  readonly count: number
  /** Whatever is read with it. */
  readonly all: readonly NotificationView['id'][]
}

/** In the order of their newest, which those come in; without applications, of which their community says how many there are. */
export function linesOf(unread: readonly NotificationView[]): readonly Line[] {
  const told = unread.filter(({ group }) => group !== 'applications')
  return [...Map.groupBy(told, ({ id, group }) => group ?? id)].map(([key, several]) => {
    const group = several[0]!.group as Several | null
    const isNewest = new Set([...Map.groupBy(several, aboutOf)].map(([, ones]) => ones[0]))
    const ones = group === 'results' ? several.filter((one) => isNewest.has(one) || one.params['reason']) : several
    return { key, group, ones, count: group === 'results' ? isNewest.size : ones.length, all: several.map(({ id }) => id) }
  })
}

/** An event that its reader finds no more is told of by its name. */
const aboutOf = ({ link, params }: NotificationView) => link ?? params['event']

/** The key of the words for several, under `many` of the texts. */
export const manyOf = (group: Several, ones: readonly NotificationView[]): Several | 'resultsFinal' =>
  group === 'results' && ones.every(({ kind }) => kind === 'results-final') ? 'resultsFinal' : group
