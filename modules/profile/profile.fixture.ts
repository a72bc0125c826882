import type { LeagueId } from '#core/ids.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'

export type Driven = {
  /** Places in the race; qualifying the other way round. */
  readonly order: readonly Person[]
  readonly startsAt?: Date
  readonly carId?: string
  /** Of the first; each after it is a tenth slower. */
  readonly bestMs?: number
  readonly isRanked?: boolean
}

/** An event of qualifying and race that these have driven, alone in their cars, its files read. */
export async function driven(
  server: TestServer,
  owner: Person,
  leagueId: LeagueId,
  { order, carId = '34', bestMs = 97_000, ...more }: Driven,
): Promise<Event> {
  const made = await runningEvent(server, owner, leagueId, { segments: ['QUALIFY', 'RACE'], ...more })
  const numbers = new Map(order.map((who, at) => [who.id, at + 1]))
  await enter(
    server,
    made,
    order.map(({ id }) => ({ userId: id, raceNumber: numbers.get(id)!, carId })),
  )
  const lines = (who: readonly Person[], best: number) =>
    who.map((one, at) => accLine(numbers.get(one.id)!, one.steamId, one.name, 9, 9 * LAP + at * 1000, best + at * 100, Number(carId)))
  const files = [
    ['Q.json', accFile('Q', 0, lines(order.toReversed(), bestMs + 500))],
    ['R.json', accFile('R', 1, lines(order, bestMs))],
  ] as const
  for (const [name, bytes] of files) {
    const { status } = await upload(server, made.servers[0]!, name, bytes)
    if (status !== 200) throw new Error(`${name}: ${status}`)
  }
  await allRead(server)
  return made
}
