import type { EntryId } from '#core/ids.ts'
import { SPLITS_FROZEN_MS } from '#modules/sessions/rules.ts'
import { heldBySpectators } from '#modules/sessions/rules/seats.ts'
import type { PublicEntryList } from '../contract.ts'
import type { EntryStatus } from '../contract/shapes.ts'
import { divide } from '../decide/splits.ts'
import { fieldOf, fieldStrength } from '../rules/splits.ts'
import type { Facts } from '../store.ts'

type Row = {
  readonly id: EntryId
  readonly status: EntryStatus
  readonly class_id: string | null
  readonly split_no: number | null
  readonly registered_at: string
  readonly drivers: readonly { readonly id: string; readonly rank: number | null }[]
}
type Splits = { readonly view: PublicEntryList['splits']; readonly numberOf: (row: Row) => number | null }

/** The splits of an event and who drives in which: as they are frozen, before that as they would be. */
export function splitsIn(facts: Facts, rows: readonly Row[]): Splits {
  const { split_seats, split_least: least, splits_frozen_at: frozenAt } = facts
  if (split_seats === null || least === null) return { view: null, numberOf: (row) => row.split_no }
  const most = split_seats - heldBySpectators(facts)
  const active = rows.filter((row) => row.status === 'ACTIVE')
  const ranksOf = new Map(active.map(({ id, drivers }) => [id, byId(drivers).map(({ rank }) => rank)]))
  const field = fieldOf(active.map((row) => ({ ...row, ranks: ranksOf.get(row.id)! })))
  const members = frozenAt ? frozenIn(active, facts.split_count) : divide(field, { most, least }).splits
  const numbers = new Map(members.flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)))
  return {
    view: {
      frozenAt: frozenAt?.toISOString() ?? null,
      freezesAt: new Date(facts.starts_at.getTime() - SPLITS_FROZEN_MS).toISOString(),
      maxSplitEntries: most,
      splits: members.map((ids, index) => ({
        splitNo: index + 1,
        entries: ids.length,
        fieldStrength: fieldStrength(ids.flatMap((id) => ranksOf.get(id)!)),
      })),
    },
    numberOf: ({ id }) => numbers.get(id) ?? null,
  }
}

/** Sums of fractions depend on the order in their last digit: here and where splits are frozen it is the same. */
const byId = (drivers: Row['drivers']): Row['drivers'] => drivers.toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** With one split an entry names none. */
const frozenIn = (active: readonly Row[], count: number): readonly (readonly EntryId[])[] =>
  Array.from({ length: count }, (_, index) => active.filter((row) => (row.split_no ?? 1) === index + 1).map(({ id }) => id))
