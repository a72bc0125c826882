import type { QueryContract } from '#core/contract.ts'
import type { Locale } from '#core/locale.ts'
import type { Result } from '#core/result.ts'
import { proofsOf } from './config.ts'
import { keptIn } from './http/answer-cache.ts'
import type { Machine } from './machine.ts'
import type { Actor, AnyApart, QueryContext } from './room.ts'

export type Answer = (context: QueryContext, params: never) => Promise<Result<unknown>>
export type Named = { readonly contract: QueryContract; readonly answer: Answer; readonly apart: AnyApart | undefined }

/** All queries of the house with what answers them, for the door and for the pages rendered here. */
export const allQueries = (machine: Machine): readonly Named[] =>
  machine.rooms.flatMap((room) =>
    Object.entries(room.contracts).flatMap(([key, contract]) => {
      if (contract.kind !== 'query') return []
      const answer = room.queries[key]
      if (!answer) throw new Error(`room ${room.name} does not answer ${key}`)
      return [{ contract, answer: answer as Answer, apart: room.apart?.[key] }]
    }),
  )

/** What an answer is worked out with; the topics it depends on are added to `topics`. */
export const contextOf = (machine: Machine, actor: Actor, locale: Locale, topics: string[] = []): QueryContext => ({
  db: machine.db,
  actor,
  now: machine.clock(),
  locale,
  sealer: machine.sealer,
  publicUrl: machine.config.publicUrl,
  proofs: proofsOf(machine.config),
  cards: machine.cards,
  dependsOn: (...more) => void topics.push(...more),
  kept: keptIn(machine.answers),
})
