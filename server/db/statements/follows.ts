import type { RawBuilder } from 'kysely'
import type { Fact, Plain, PlainObject } from '#core/joint.ts'
import type { ChangeContext } from '#server/room.ts'

export type Follow = {
  readonly fact: Fact
  readonly of: (data: never) => PlainObject
  readonly asks: (of: never) => RawBuilder<unknown>
  readonly orders: (context: Pick<ChangeContext, 'later'>, found: never, of: never) => void
}

/**
 * What the database `asks`, once for each thing that facts of one change are `of`, and what is ordered by what it found. It reads what was so when
 * the change was sealed, and it refuses nothing: that is for `within`.
 */
export const follows = <Data extends PlainObject, Of extends PlainObject, Found extends Plain>(
  fact: Fact<Data>,
  {
    of,
    asks,
    orders,
  }: {
    readonly of: (data: NoInfer<Data>) => NoInfer<Of>
    readonly asks: (of: Of) => RawBuilder<Found>
    readonly orders: (context: Pick<ChangeContext, 'later'>, found: NoInfer<Found>, of: NoInfer<Of>) => void
  },
): Follow => ({ fact, of, asks, orders })
