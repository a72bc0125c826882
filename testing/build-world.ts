import type { LeagueId, SessionId } from '#core/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { START_STEP_MS } from '#modules/sessions/rules.ts'
import type { Running } from '#server/start.ts'
import { caller } from './door.ts'
import { knownPerson, linkAccount, person, type Person } from './people.ts'
import { timePasses, type MovableClock } from './time.ts'
import { EVENTS, LEAGUES, PEOPLE, type WorldEvent, type WorldLeague } from './world.ts'

type People = ReadonlyMap<string, Person>

const FOUNDED_DAYS_AGO = 40
const DRIVING_TIMEOUT_MS = 120_000

/** Makes the world of testing/world.ts through the platform's doors: first people, communities and the races that are over, then what is coming. */
export async function buildWorld(running: Running, clock: MovableClock, part: 'past' | 'coming'): Promise<void> {
  const now = new Date()
  if (part === 'past') {
    clock.set(new Date(now.getTime() - FOUNDED_DAYS_AGO * DAY_MS))
    const people = await makePeople(running)
    for (const league of LEAGUES) await found(running, people, league)
    const evenings = Map.groupBy(EVENTS.filter(isOver), (event) => event.startsInMin)
    for (const [startsInMin, events] of [...evenings].sort(([a], [b]) => a - b))
      await drive(running, clock, people, events, startOf(now, startsInMin))
  } else {
    const people = await findPeople(running)
    const coming = EVENTS.filter((one) => !isOver(one)).sort((a, b) => a.startsInMin - b.startsInMin)
    for (const event of coming) {
      const soon = event.startsInMin <= 5
      clock.set(soon ? new Date(now.getTime() - 2 * HOUR_MS) : now)
      const id = await plan(running, clock, people, event, startOf(now, event.startsInMin))
      if (!soon) continue
      // events start on five-minute steps; those a newcomer can watch are moved off them
      const startsAt = new Date(now.getTime() + event.startsInMin * MINUTE_MS)
      await running.machine.db.updateTable('sessions').set({ starts_at: startsAt }).where('id', '=', id).execute()
      await timePasses(running, clock, now)
    }
  }
  clock.set(now)
}

const isOver = (event: WorldEvent): boolean => event.startsInMin <= -DAY_MS / MINUTE_MS
const startOf = (now: Date, inMin: number): Date => new Date(Math.round((now.getTime() + inMin * MINUTE_MS) / START_STEP_MS) * START_STEP_MS)

async function makePeople(running: Running): Promise<People> {
  const people = new Map<string, Person>()
  for (const [index, { key, name, ...facts }] of PEOPLE.entries()) {
    const made = await person({ running }, name, facts)
    // RaceRoom's files name its own accounts
    await linkAccount({ running }, made, 'r3e', String(600_001 + index))
    people.set(key, made)
  }
  return people
}

async function findPeople(running: Running): Promise<People> {
  const people = new Map<string, Person>()
  for (const { key, name } of PEOPLE) people.set(key, await knownPerson({ running }, name))
  return people
}

async function found(running: Running, people: People, league: WorldLeague): Promise<void> {
  const { key: _, plan: planId, owner, admins, stewards, members, tos, ...fields } = league
  const as = people.get(owner)!.as
  const { aggregateId } = await as.done(leaguesContract.AddLeague, {}, fields as never)
  const id = aggregateId as LeagueId
  const version = async (): Promise<number> =>
    (await running.machine.db.selectFrom('leagues').select('v').where('id', '=', id).executeTakeFirstOrThrow()).v
  if (tos) {
    await as.done(leaguesContract.SetTermsOfService, { id, v: await version() }, { tos })
    await as.done(membersContract.SubmitConsent, { id, v: await version() }, { userId: people.get(owner)!.id })
  }
  // plans are bought; the demo's were before it begins
  await running.machine.db.updateTable('leagues').set({ plan: planId }).where('id', '=', id).execute()
  for (const [index, one] of [...people.values()].entries()) {
    const isMember = index >= members.from && index % members.every === 0 && PEOPLE[index]?.demoRole !== 'visitor'
    const wanted = isMember || [...admins, ...stewards].some((key) => people.get(key) === one)
    if (!wanted || one === people.get(owner)) continue
    if (league.directJoin) await one.as.done(membersContract.JoinLeague, { id, v: await version() }, tos ? { tos: true } : {})
    else {
      const application = await one.as.done(membersContract.AddApplication, {}, { leagueId: id, refId: id, refType: 'LEAGUE' })
      await as.done(membersContract.AcceptApplication, { id: application.aggregateId, v: application.v }, {})
    }
  }
  for (const key of admins) await as.done(membersContract.AddAdmin, { id, v: await version() }, { userId: people.get(key)!.id })
  for (const key of stewards) await as.done(membersContract.AddSteward, { id, v: await version() }, { userId: people.get(key)!.id })
}

/** An evening of races that is over: planned and entered a day before, driven by the emulated servers, read by the results room. */
async function drive(running: Running, clock: MovableClock, people: People, events: readonly WorldEvent[], startsAt: Date): Promise<void> {
  clock.set(new Date(startsAt.getTime() - DAY_MS))
  const ids: SessionId[] = []
  for (const event of events) ids.push(await plan(running, clock, people, event, startsAt))
  await timePasses(running, clock, startsAt)
  for (const [index, { manual, league }] of events.entries()) if (manual) await keepByHand(people, league, ids[index]!)
  const visitor = caller(running.address)
  const until = performance.now() + DRIVING_TIMEOUT_MS
  for (const id of ids) {
    for (;;) {
      const { status, splits } = (await visitor.ask(sessionsContract.publicEvent, { id })).body
      if (status === 'ENDED') break
      if (performance.now() > until || status === 'FAILED') throw new Error(`the race ${id} was not driven: ${status} ${JSON.stringify(splits)}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** A night driven elsewhere: the owner types its results, race by race, and publishes them. */
async function keepByHand(people: People, league: string, id: SessionId): Promise<void> {
  const owner = people.get(LEAGUES.find((one) => one.key === league)!.owner)!
  const until = performance.now() + DRIVING_TIMEOUT_MS
  for (;;) {
    const { may, raceResults } = (await owner.as.ask(resultsContract.manualResult, { eventId: id })).body
    if (may.edit) {
      for (const { raceNo, entryResults } of raceResults) {
        // another order in every race; the last of them did not finish
        const order = entryResults
          .map((row, place) => ({ row, rank: (place * 7 + raceNo * 3) % entryResults.length }))
          .sort((a, b) => a.rank - b.rank)
        const rows = order.map(({ row }, place) => {
          const isDNF = place === order.length - 1
          return {
            entryId: row.entryId,
            position: place + 1,
            isDNF,
            isSkip: false,
            timeMs: isDNF ? null : 1_214_000 + place * place * 310 + place * 2417,
          }
        })
        await owner.as.done(resultsContract.SaveRaceResult, { id }, { raceNo, entryResults: rows })
      }
      return void (await owner.as.done(resultsContract.PublishResults, { id }, {}))
    }
    if (performance.now() > until) throw new Error(`the results of ${id} cannot be kept`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function plan(running: Running, clock: MovableClock, people: People, event: WorldEvent, startsAt: Date): Promise<SessionId> {
  const league = LEAGUES.find((one) => one.key === event.league)!
  const { id: leagueId } = await running.machine.db
    .selectFrom('leagues')
    .select('id')
    .where('short_name', '=', league.shortName)
    .executeTakeFirstOrThrow()
  const { key: _, league: __, drivers, startsInMin: ___, ...fields } = event
  const admin = people.get(league.owner)!
  const { aggregateId } = await admin.as.done(sessionsContract.AddSession, {}, {
    ...fields,
    leagueId,
    startsAt: startsAt.toISOString(),
    isRanked: true,
    publish: true,
  } as never)
  const id = aggregateId as SessionId
  await running.machine.db
    .updateTable('sessions')
    .set({ registration_opens_at: clock.now() })
    .where('id', '=', id)
    .where('registration_opens_at', '>', clock.now())
    .execute()
  const members = await running.machine.db
    .selectFrom('memberships')
    .select('user_id')
    .where('league_id', '=', leagueId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute()
  const entrants = members.flatMap(({ user_id }) => [...people.values()].filter((one) => one.id === user_id)).slice(0, drivers)
  for (const [index, one] of entrants.entries()) {
    const model = event.carIds[(index * 5 + event.name.length) % event.carIds.length]!
    await one.as.done(entriesContract.AddEntry, { id, v: 0 }, { leagueId, listType: 'SingleEvent', entry: { car: { model } } })
  }
  return id
}
