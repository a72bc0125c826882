import type { Machine } from '#server/machine.ts'
import type { AnyApart, UserActor } from '#server/room.ts'
import { VISITOR } from '../actor.ts'
import { BYTES_PER_LETTER, type Kept, type Worked } from '../answer-cache.ts'
import { contextOf, type Named } from '#server/queries.ts'
import { onceSegment, quickSegment, stitch, type Segment } from './stitch.ts'

type Same = { readonly answer: object; readonly about: unknown }
type DataForMany = Kept & { readonly same: Same; readonly segment: Segment; readonly isEmpty: boolean }

/**
 * An answer for the signed-in that its room tells apart, as one packed text: what is the same for many is written and packed once and kept as
 * their pages are, what is somebody's own is read anew (docs/decisions/0011). `null`: it is worked out for this one alone.
 */
export async function dataForMany(machine: Machine, { contract, apart }: Named, actor: UserActor, params: unknown): Promise<Buffer | null> {
  if (!apart || !actor.onboarded) return null
  const held = await keptFor('', apart.same)
  const read = held && (await apart.mine(contextOf(machine, actor, 'en'), params as never, held.same as never, null))
  if (read !== 'staff') return joined(held, read)
  const ofStaff = apart.amongStaff && (await keptFor('staff ', apart.amongStaff.same))
  return ofStaff ? joined(ofStaff, await apart.amongStaff!.mine(contextOf(machine, actor, 'en'), params as never, ofStaff.same as never)) : null

  async function keptFor(readers: string, same: AnyApart['same']): Promise<DataForMany | null> {
    const key = `data ${readers}${actor.plan} ${contract.path} ${JSON.stringify(params)}`
    return machine.answers.get<DataForMany>(key) ?? (await machine.answers.ahead(key, () => workOut(key, same)))
  }
  async function workOut(key: string, sameOf: AnyApart['same']): Promise<Worked<DataForMany | null>> {
    const begun = machine.answers.begin()
    const topics: string[] = []
    const same = await sameOf(contextOf(machine, VISITOR, 'en', topics), params as never, actor.plan)
    // what depends on nothing is somebody's own altogether
    if (!same.ok || topics.length === 0) return { value: null, shared: machine.answers.stands(topics, begun) }
    const made = written(same.value)
    return { value: made, shared: machine.answers.put(key, topics, made, begun) }
  }
  function joined(held: DataForMany | null, own: object | null): Buffer | null {
    if (!held || !own) return null
    machine.metrics.keptHits.inc({ hit: 'data for many' })
    const text = JSON.stringify(own).slice(1)
    return stitch([held.segment, onceSegment(text === '}' || held.isEmpty ? text : `,${text}`)])
  }
}

/** All but the closing brace, behind which somebody's own follows; it lasts until the next change of what it is about. */
function written(same: Same): DataForMany {
  const text = JSON.stringify(same.answer).slice(0, -1)
  const segment = quickSegment(text)
  return { same, segment, isEmpty: text === '{', heldBytes: segment.packed.buffer.byteLength + BYTES_PER_LETTER * text.length }
}
