import { allQueries, contextOf } from '#server/queries.ts'
import type { UserActor } from '#server/room.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'

/** How often answers were joined out of what is the same for many and what is somebody's own. */
export const timesStitched = async (server: TestServer): Promise<number> =>
  (await server.running.machine.metrics.keptHits.get()).values.find(({ labels }) => labels.hit === 'data for many')?.value ?? 0

/** What the room itself answers to this one, past the door; the code of its refusal. */
export async function answeredAlone(server: TestServer, who: Person, path: string, params: object): Promise<unknown> {
  const { machine } = server.running
  const { contract, answer } = allQueries(machine).find((one) => one.contract.path === path)!
  const { plan } = await machine.db.selectFrom('users').select('plan').where('id', '=', who.id).executeTakeFirstOrThrow()
  const actor = { kind: 'user', userId: who.id, onboarded: true, plan } as UserActor
  const result = await answer(contextOf(machine, actor, 'en'), contract.params.parse(params) as never)
  return JSON.parse(JSON.stringify(result.ok ? result.value : result.refusal.code))
}
