import type { DriverMatchId } from '#core/ids.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer } from '#testing/server.ts'
import { matchingContract as contract } from './contract.ts'

export const STRANGER = '76561190000000777'
export const KEY = `steam account:${STRANGER}`

/** A community of Olga's with two members who drive, one of them under an account that nobody has linked. */
export async function strangers() {
  const server = await testServer()
  const [owner, ann, ben, cem] = (await Promise.all(['Olga Owner', 'Ann Ace', 'Ben Bold', 'Cem Calm'].map((name) => person(server, name)))) as [
    Person,
    Person,
    Person,
    Person,
  ]
  const leagueId = await league(server, owner, { shortName: 'DESK', members: [ann, ben, cem] })

  /** Ann is known by her account; Ben drives under one he has not linked, car 22 of nobody's number. */
  const night = async (options: Parameters<typeof runningEvent>[3] = {}, isEntered = true) => {
    const event = await runningEvent(server, owner, leagueId, { segments: ['QUALIFY', 'RACE'], points: { table: [10, 6, 3] }, ...options })
    const who = [ann, ...(isEntered ? [ben] : [])]
    const entries = await enter(
      server,
      event,
      who.map(({ id: userId }, i) => ({ userId, raceNumber: 11 * (i + 1), carId: '34' })),
    )
    return { event, entries }
  }
  const lines = (name = 'The Unknown') => [
    accLine(11, ann.steamId, 'Ann', 4, 4 * LAP, 98_000),
    accLine(77, STRANGER, name, 4, 4 * LAP + 9000, 97_000, 35),
  ]
  const bring = async (event: Event, rows = lines()) => {
    for (const [name, kind, index] of [
      ['250101_200000_Q.json', 'Q', 0],
      ['250101_203000_R.json', 'R', 1],
    ] as const)
      await upload(server, event.servers[0]!, name, accFile(kind, index, rows))
    await allRead(server)
  }
  return {
    server,
    owner,
    ann,
    ben,
    cem,
    leagueId,
    night,
    lines,
    bring,
    desk: async ({ id }: Event, by = owner) => (await by.as.ask(contract.matchingDesk, { id })).body,
    assign: (event: Event, v: number, whom: { userId: Person['id'] } | { entryId: string }, stranger = KEY, by = owner) =>
      by.as.send(contract.AssignDriver, { id: event.id, v }, { stranger, ...whom } as never),
    undo: (id: string, v: number, by = owner) => by.as.send(contract.UndoMatch, { id: id as DriverMatchId, v }, {}),
    tables: async ({ id }: Event) => (await server.visitor.ask(resultsContract.results, { sessionId: id })).body.results,
  }
}
export type Strangers = Awaited<ReturnType<typeof strangers>>
