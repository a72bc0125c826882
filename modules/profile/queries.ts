import { ok, refuse } from '#core/result.ts'
import { VISITOR } from '#modules/visibility/rules.ts'
import type { QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { profileContract } from './contract.ts'
import { comparedCard, driverCard } from './queries/card.ts'
import { careerOf } from './queries/career.ts'
import { comparedOf } from './queries/compare.ts'

const forAsker = ({ actor, now }: QueryContext) => {
  const { userId, plan } = actor as UserActor
  return { viewer: userId, reader: { userId, plan }, now }
}
const forVisitor = ({ now }: QueryContext) => ({ viewer: VISITOR, reader: null, now }) as const

/** Events of somebody, and those of others that are faster on the same tracks: places among all follow from them. */
const topicsOf = ({ sessions, leagues }: { readonly sessions: readonly string[]; readonly leagues: readonly string[] }): readonly string[] => [
  'sessions',
  'leagues',
  ...sessions.map((id) => `session:${id}`),
  ...leagues.map((id) => `league:${id}`),
]

/** Answers about drivers across communities. The public ones are a visitor's, whoever asks. */
export const profileQueries: QueriesOf<typeof profileContract> = {
  career: async (context, { id }) => {
    const found = await careerOf(context.db, id, forAsker(context))
    return found ? ok(found.view) : refuse('ACCOUNT_NOT_FOUND')
  },

  publicCareer: async (context, { id }) => {
    context.dependsOn(`user:${id}`)
    const found = await careerOf(context.db, id, forVisitor(context))
    if (!found) return refuse('ACCOUNT_NOT_FOUND')
    context.dependsOn(...topicsOf(found))
    return ok(found.view)
  },

  driverCard: async (context, { id }) => {
    context.dependsOn(`user:${id}`)
    const found = await careerOf(context.db, id, forVisitor(context))
    if (!found) return refuse('ACCOUNT_NOT_FOUND')
    context.dependsOn(...topicsOf(found))
    return ok(await context.cards.draw(driverCard({ ...found.driver, ...found.view }, context.publicUrl)))
  },

  comparedCard: async (context, asked) => {
    context.dependsOn(`user:${asked.id}`, `user:${asked.other}`)
    const found = await comparedOf(context.db, asked, forVisitor(context))
    if (!found) return refuse('ACCOUNT_NOT_FOUND')
    context.dependsOn(...topicsOf(found))
    return ok(await context.cards.draw(comparedCard(found.view, context.publicUrl)))
  },

  compare: async (context, asked) => {
    const found = await comparedOf(context.db, asked, forAsker(context))
    return found ? ok(found.view) : refuse('ACCOUNT_NOT_FOUND')
  },

  publicCompare: async (context, asked) => {
    context.dependsOn(`user:${asked.id}`, `user:${asked.other}`)
    const found = await comparedOf(context.db, asked, forVisitor(context))
    if (!found) return refuse('ACCOUNT_NOT_FOUND')
    context.dependsOn(...topicsOf(found))
    return ok(found.view)
  },
}
