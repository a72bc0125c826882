import type { LeagueId, RoundId, SessionId } from '#core/ids.ts'
import { DAY_MS } from '#core/duration.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { roundsContract as calls } from '#modules/rounds/contract.ts'
import type { Running } from '#server/start.ts'
import type { Person } from './people.ts'
import { patiently, surely } from './steps.ts'
import { entryBody } from './event.ts'
import { EVENTS, LEAGUES, ROUNDS } from './world.ts'

type At = { readonly running: Running; readonly owner: Person; readonly people: readonly Person[]; readonly now: Date }

/** The special event of the world: heats that were driven, and a final into which the best of them went; one that was begun before is filled up. */
export async function makeRounds({ running, owner, people, now }: At): Promise<void> {
  const { db } = running.machine
  const { shortName } = LEAGUES.find(({ key }) => key === ROUNDS.league)!
  const { id: leagueId } = await patiently(() => db.selectFrom('leagues').select('id').where('short_name', '=', shortName).executeTakeFirstOrThrow())
  const heats = await oneOf(owner, leagueId, 0)
  const final = await oneOf(owner, leagueId, 1)
  const at = (id: RoundId) => async () => ({ id, v: (await owner.as.ask(calls.round, { id })).body.v })
  for (const [id, { name, short, inDays }] of [[heats, ROUNDS.heats] as const, [final, ROUNDS.final] as const]) {
    await surely(owner.as, calls.RenameRound, at(id), { name, shortName: short }, ['WRONG_STATE'])
    const startDate = new Date(now.getTime() + inDays * DAY_MS).toISOString()
    await surely(owner.as, calls.ChangeRoundStartDate, at(id), { startDate }, ['WRONG_STATE', 'ROUND_DATE_ORDER'])
  }
  for (const [id, { events }] of [[heats, ROUNDS.heats] as const, [final, ROUNDS.final] as const])
    for (const sessionId of await eventsOf(running, leagueId, events))
      await surely(owner.as, calls.AddRoundSession, at(id), { sessionId }, ['CONFIG_INVALID', 'WRONG_STATE'])
  for (const id of [heats, final]) await surely(owner.as, calls.PublishRound, at(id), {}, ['WRONG_STATE'])
  const { results } = (await owner.as.ask(calls.roundResult, { id: heats, limit: ROUNDS.goOn })).body
  const driverIds = results.flatMap(({ driverId }) => (driverId ? [driverId] : []))
  const target = async () => ({ toRoundId: final, v: (await at(final)()).v })
  if (driverIds.length > 0) await surely(owner.as, calls.AddDriverEntries, target, { driverIds, fromRound: heats })
  const through = driverIds.flatMap((id) => people.filter((one) => one.id === id)).slice(0, ROUNDS.registered)
  for (const name of ROUNDS.final.events) {
    const { cars } = EVENTS.find(({ sessionName }) => sessionName === name)!
    const [id] = await eventsOf(running, leagueId, [name])
    for (const [index, { as }] of through.entries()) {
      const body = entryBody(cars[(index * 5) % cars.length]!)
      await surely(as, entriesContract.AddEntry, async () => ({ id: id! }), body, ['ALREADY_REGISTERED'])
    }
  }
}

const eventsOf = async ({ machine: { db } }: Running, leagueId: LeagueId, names: readonly string[]): Promise<readonly SessionId[]> => {
  const found = db.selectFrom('sessions').select('id').where('league_id', '=', leagueId).where('name', 'in', names)
  return (await patiently(() => found.orderBy('starts_at').execute())).map(({ id }) => id)
}

/** The round at this place, which is begun where there is none yet. */
async function oneOf(owner: Person, leagueId: LeagueId, place: number): Promise<RoundId> {
  const { rounds } = (await owner.as.ask(calls.roundsOfLeague, { leagueId })).body
  const known = rounds[place]
  if (known) return known.id
  return (await surely(owner.as, calls.AddRound, async () => ({}), { leagueId }))!.aggregateId as RoundId
}
