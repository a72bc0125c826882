import type { SessionId } from '#core/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/duration.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { hostingContract } from '#modules/hosting/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { START_STEP_MS } from '#modules/sessions/rules.ts'
import type { Running } from '#server/start.ts'
import type { Reply } from './door.ts'
import { entryBody, eventBody } from './event.ts'
import { league } from './league.ts'
import { knownPerson, linkAccount, person, type Person } from './people.ts'
import { begunAt, isDone, lastMoment, patiently, step, surely, timePassesOnce, windowsPass } from './steps.ts'
import type { MovableClock } from './time.ts'
import { makeProtests } from './build-protests.ts'
import { makeRounds } from './build-rounds.ts'
import { addRound, makeSeason, steward } from './build-season.ts'
import { EVENTS, LEAGUES, PEOPLE, ROUNDS, SEASONS, type WorldEvent, type WorldLeague } from './world.ts'

type People = ReadonlyMap<string, Person>
type World = { readonly running: Running; readonly clock: MovableClock; readonly people: People }

const FOUNDED_DAYS_AGO = 40
/** A race that stands still for so long is started again, as its admin would. */
const STANDSTILL_MS = 900_000
const LOOK_MS = 200
/** Days ago of the night by which the order of all others is shifted. */
const USUAL_NIGHT = 8
const MOST_RESTARTS = 3

/**
 * Makes the world of testing/world.ts through the platform's doors: first people, communities and the races that are over, then what is
 * coming. Whatever ended an earlier run, this one goes on where it stopped.
 */
export async function buildWorld(running: Running, clock: MovableClock, part: 'past' | 'coming'): Promise<void> {
  const now = part === 'past' ? await begunAt(running, part) : new Date()
  if (part === 'past') {
    const founded = new Date(now.getTime() - FOUNDED_DAYS_AGO * DAY_MS)
    if (!(await isDone(running.machine.db, 'people'))) clock.set(founded)
    const world = { running, clock, people: await makePeople(running) }
    await step(running, 'people', async () => undefined)
    for (const league of LEAGUES) {
      await step(running, `league ${league.key}`, () => {
        clock.set(founded)
        return found(world, league)
      })
    }
    for (const season of SEASONS)
      await step(running, `season ${season.key}`, () => {
        clock.set(founded)
        return makeSeason({ running, season, owner: ownerOf(world, season.league), people: [...world.people.values()] })
      })
    const evenings = Map.groupBy(EVENTS.filter(isOver), (event) => event.startsInMin)
    for (const [startsInMin, events] of [...evenings].sort(([a], [b]) => a - b))
      await step(running, `evening ${startsInMin}`, () => drive(world, `evening ${startsInMin}`, events, startOf(now, startsInMin)))
  } else {
    const world = { running, clock, people: await makePeople(running) }
    const coming = EVENTS.filter((one) => !isOver(one)).sort((a, b) => a.startsInMin - b.startsInMin)
    for (const event of coming) await step(running, `event ${event.key}`, () => announce(world, event, now))
    for (const season of SEASONS)
      await step(running, `stewards of ${season.key}`, () => {
        clock.set(now)
        return steward({ running, season, owner: ownerOf(world, season.league) })
      })
    await step(running, 'rounds', () => {
      clock.set(now)
      return makeRounds({ running, owner: ownerOf(world, ROUNDS.league), people: [...world.people.values()], now })
    })
    await step(running, 'protests', () => {
      clock.set(now)
      return makeProtests(world)
    })
  }
  clock.set(new Date())
  // evenings are driven weeks apart in minutes: windows that have closed since are looked at now
  if (part === 'coming') await step(running, 'windows of protests', () => windowsPass(running))
}

const ownerOf = ({ people }: World, key: string): Person => people.get(LEAGUES.find((one) => one.key === key)!.owner)!
const isOver = (event: WorldEvent): boolean => event.startsInMin <= -DAY_MS / MINUTE_MS
const startOf = (now: Date, inMin: number): Date => new Date(Math.round((now.getTime() + inMin * MINUTE_MS) / START_STEP_MS) * START_STEP_MS)

async function makePeople(running: Running): Promise<People> {
  const { db } = running.machine
  const people = new Map<string, Person>()
  for (const [index, { key, name, ...facts }] of PEOPLE.entries()) {
    const one = await patiently(async () => {
      const known = await db.selectFrom('users').select('id').where('name', '=', name).executeTakeFirst()
      return known ? knownPerson({ running }, name) : person({ running }, name, facts)
    })
    // RaceRoom and iRacing name their drivers by accounts of their own
    for (const [provider, first] of [
      ['r3e', 600_001],
      ['iracing', 400_001],
    ] as const)
      await patiently(async () => {
        const linked = await db
          .selectFrom('linked_accounts')
          .select('subject')
          .where('user_id', '=', one.id)
          .where('provider', '=', provider)
          .execute()
        if (linked.length === 0) await linkAccount({ running }, one, provider, String(first + index))
      })
    people.set(key, one)
  }
  return people
}

async function found({ running, people }: World, { key: _, owner, admins, stewards, members, ...fields }: WorldLeague): Promise<void> {
  const of = (keys: readonly string[]): readonly Person[] => keys.map((key) => people.get(key)!)
  const leaders = { admins: of(admins), stewards: of(stewards) }
  const founder = people.get(owner)!
  // in the order of the table, in which they register for races
  const inside = [...people.values()].filter((one, index) => {
    const isOne = index >= members.from && index % members.every === 0 && PEOPLE[index]?.demoRole !== 'visitor'
    const isMember = isOne || members.also?.includes(PEOPLE[index]?.key ?? '')
    return one !== founder && (isMember || leaders.admins.includes(one) || leaders.stewards.includes(one))
  })
  await league({ running }, founder, { ...fields, games: [...fields.games], languages: [...fields.languages], members: inside, ...leaders })
}

/** An evening of races that is over: planned and entered a day before, driven by the emulated servers, read by the results room. */
async function drive(world: World, name: string, events: readonly WorldEvent[], startsAt: Date): Promise<void> {
  const { running, clock } = world
  let passMs = DAY_MS
  await step(running, `${name} planned`, async () => {
    clock.set(new Date(startsAt.getTime() - DAY_MS))
    for (const event of events) await plan(world, event, startsAt)
    passMs = startsAt.getTime() - clock.now().getTime()
  })
  // an evening that was interrupted goes on where it was
  const last = await patiently(() => lastMoment(running.machine.db))
  clock.set(new Date(Math.max(startsAt.getTime(), last?.getTime() ?? 0)))
  await timePassesOnce(running, `${name} begins`, passMs)
  await Promise.all(
    events.map(async (event) => {
      const id = (await findEvent(running, event))!
      await (event.manualSession ? keepByHand(world, event, id) : untilDriven(world, event, id))
    }),
  )
}

async function untilDriven({ people }: World, event: WorldEvent, id: SessionId): Promise<void> {
  const owner = people.get(LEAGUES.find((one) => one.key === event.league)!.owner)!.as
  let [seen, restarts, until] = ['', 0, performance.now() + STANDSTILL_MS]
  for (;;) {
    const { status, splitStatuses, v } = (await answered(() => owner.ask(sessionsContract.race, { id }))).body
    if (status === 'ENDED') return
    const state = JSON.stringify([status, splitStatuses])
    if (state !== seen) [seen, until] = [state, performance.now() + STANDSTILL_MS]
    if (performance.now() > until || restarts > MOST_RESTARTS) throw new Error(`the race ${event.sessionName} was not driven: ${state}`)
    if (status === 'FAILED') {
      restarts++
      await surely(owner, hostingContract.RestartSession, async () => ({ id, v }), {}, ['VERSION_CONFLICT', 'RESTART_NOT_ALLOWED'])
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** A night driven elsewhere: the owner types its results, race by race, and publishes them. */
async function keepByHand(world: World, { league, startsInMin }: WorldEvent, id: SessionId): Promise<void> {
  const { as } = ownerOf(world, league)
  const night = Math.round((-startsInMin * MINUTE_MS) / DAY_MS)
  const until = performance.now() + STANDSTILL_MS
  for (;;) {
    const { may, isPublished, raceResults } = (await answered(() => as.ask(manualResultsContract.manualResult, { eventId: id }))).body
    if (isPublished) return
    if (may.edit) {
      for (const { raceNo, entryResults } of raceResults) {
        // another order in every race of every night; the last of them did not finish
        const order = entryResults
          .map((row, place) => ({ row, rank: (place * 7 + raceNo * 3 + (night - USUAL_NIGHT) * place) % entryResults.length }))
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
        await surely(as, manualResultsContract.SaveRaceResult, async () => ({ id }), { raceNo, entryResults: rows })
      }
      await surely(as, manualResultsContract.PublishResults, async () => ({ id }), {})
    }
    if (performance.now() > until) throw new Error(`the results of ${id} cannot be kept`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** An event that is coming, or that runs by the time a newcomer looks. */
async function announce(world: World, event: WorldEvent, now: Date): Promise<void> {
  const { running, clock } = world
  const isSoon = event.startsInMin <= 5
  clock.set(isSoon ? new Date(now.getTime() - 2 * HOUR_MS) : now)
  const id = await plan(world, event, startOf(now, event.startsInMin))
  if (!isSoon) return
  // events start on five-minute steps; those a newcomer can watch are moved off them
  const startsAt = new Date(now.getTime() + event.startsInMin * MINUTE_MS)
  await patiently(() => running.machine.db.updateTable('sessions').set({ starts_at: startsAt }).where('id', '=', id).execute())
  clock.set(now)
  await timePassesOnce(running, `event ${event.key} soon`, 2 * HOUR_MS)
}

async function plan({ running, clock, people }: World, event: WorldEvent, startsAt: Date): Promise<SessionId> {
  const { db } = running.machine
  const league = LEAGUES.find((one) => one.key === event.league)!
  const { key: _, league: __, drivers, startsInMin: ___, teamOf, season: ____, ...fields } = event
  const { id: leagueId } = await patiently(() =>
    db.selectFrom('leagues').select('id').where('short_name', '=', league.shortName).executeTakeFirstOrThrow(),
  )
  // the drivers of a season are in from the day on which the round is planned, as those are who came through to a final
  const opens =
    event.season || ROUNDS.final.events.some((name) => name === event.sessionName) ? { registrationOpensAt: clock.now().toISOString() } : {}
  const at = { leagueId, startsAt: startsAt.toISOString(), ...opens }
  const body = eventBody({ ...fields, ...at, segments: [...fields.segments], isRanked: true, publish: true })
  for (let tries = 1; !(await findEvent(running, event)); tries++) {
    const reply = await people.get(league.owner)!.as.send(sessionsContract.AddSession, {}, body)
    if (reply.status !== 200 && (reply.status !== 503 || tries > 100))
      throw new Error(`${event.sessionName} was refused: ${JSON.stringify(reply.body)}`)
  }
  const id = (await findEvent(running, event))!
  await patiently(() =>
    db
      .updateTable('sessions')
      .set({ registration_opens_at: clock.now() })
      .where('id', '=', id)
      .where('registration_opens_at', '>', clock.now())
      .execute(),
  )
  const members = await patiently(() =>
    db.selectFrom('memberships').select('user_id').where('league_id', '=', leagueId).orderBy('joined_at').orderBy('user_id').execute(),
  )
  const entrants = members.flatMap(({ user_id }) => [...people.values()].filter((one) => one.id === user_id)).slice(0, drivers)
  for (const [index, one] of entrants.entries()) {
    const model = event.cars[(index * 5 + event.sessionName.length) % event.cars.length]!
    if (teamOf) await drivesInTeam({ id, one, captain: entrants[index - (index % teamOf)]!, model })
    else await surely(one.as, entriesContract.AddEntry, async () => ({ id }), entryBody(model), ['ALREADY_REGISTERED', 'register_to_tournament'])
  }
  // those of the season are in: from now on nobody registers for it alone
  const season = SEASONS.find(({ key }) => key === event.season)
  if (season) await addRound({ running, season, owner: people.get(league.owner)! }, id)
  return id
}

/** The first of a team registers it, the others join with its PIN. */
async function drivesInTeam(at: { readonly id: SessionId; readonly one: Person; readonly captain: Person; readonly model: string }): Promise<void> {
  const { id, one, captain, model } = at
  if (one === captain) {
    const team = { name: `Team ${one.name.split(' ').at(-1)}`, pin: 'RACE', car: { model } }
    await surely(one.as, entriesContract.RegisterTeam, async () => ({ id }), { team }, ['ALREADY_REGISTERED'])
    return
  }
  const { mine } = (await answered(() => captain.as.ask(entriesContract.entryList, { refId: id }))).body
  await surely(one.as, entriesContract.JoinTeam, async () => ({ id }), { entryId: mine!.id, password: 'RACE' }, ['ALREADY_IN_TEAM'])
}

/** No two events of a community have the same name here. */
async function findEvent({ machine }: Running, event: WorldEvent): Promise<SessionId | null> {
  const { shortName } = LEAGUES.find((one) => one.key === event.league)!
  const found = machine.db
    .selectFrom('sessions')
    .innerJoin('leagues', 'leagues.id', 'sessions.league_id')
    .select('sessions.id')
    .where('leagues.short_name', '=', shortName)
    .where('sessions.name', '=', event.sessionName)
  return (await patiently(() => found.executeTakeFirst()))?.id ?? null
}

/** A look at something, asked again while the machine is too busy to answer. */
async function answered<T>(ask: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const until = performance.now() + STANDSTILL_MS
  for (;;) {
    const reply = await ask()
    if (reply.status === 200) return reply
    if (reply.status !== 503 || performance.now() > until) throw new Error(`not answered: ${reply.status} ${JSON.stringify(reply.body)}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
