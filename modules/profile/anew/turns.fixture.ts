import assert from 'node:assert/strict'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { settleEvent } from '#modules/corrections/door.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { matchingContract } from '#modules/matching/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, accOut, allRead, enter, LAP, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { lockSession } from '#modules/sessions/door.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { addRound } from '#modules/tournaments/queries/season.fixture.ts'
import { seeded } from '#games/emulate.fixture.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'

type Kind = 'FILES' | 'SPLITS' | 'BY_HAND' | 'OTHER_GAME'
type Driven = { readonly kind: Kind; readonly event: Event; readonly entryIds: readonly string[] }
export type World = {
  readonly server: TestServer
  readonly owner: Person
  readonly drivers: readonly Person[]
  /** Who may turn out to be a stranger of the files. */
  readonly late: readonly Person[]
  readonly leagueId: LeagueId
  readonly tournamentId: TournamentId
  readonly events: Driven[]
}
export const KINDS = [
  'bring',
  'bring',
  'choose',
  'choose',
  'correct',
  'correct',
  'correct',
  'points',
  'revoke',
  'revoke',
  'name',
  'readAgain',
  'byHandAgain',
  'country',
  'season',
  'contacts',
] as const
export type Turn = { readonly kind: (typeof KINDS)[number] | 'drive'; readonly at: number; readonly seed: number }
const WHY = { reason: 'As chance would have it.' }
const STRANGER = '76561190000000801'
const CLASSES = [
  { id: 'FAST', name: 'Fast', carIds: ['34'] },
  { id: 'SLOW', name: 'Slow', carIds: ['50'] },
]

/** Something happens to results that are there. */
export async function turn(world: World, { kind, at, seed }: Turn, of: Kind = 'FILES'): Promise<void> {
  const { server, owner, drivers, late, events } = world
  const chance = seeded(seed)
  const below = (most: number): number => Math.floor(chance() * most)
  const oneOf = <One>(all: readonly One[]): One | undefined => all[below(all.length)]
  const driven = events[at % Math.max(1, events.length)]
  const id = driven?.event.id
  const sent = async (name: string, reply: Promise<{ readonly status: number; readonly body: { readonly code?: string } }>): Promise<void> => {
    const { status, body } = await reply
    assert.ok(status < 500, `${name} ${JSON.stringify(body)}`)
  }
  const turns: Readonly<Record<Turn['kind'], () => Promise<void>>> = {
    drive: async () => void events.push(await driveOne(world, of, chance)),
    bring: async () => {
      const from = events.filter(({ event }) => event.servers.length > 0)
      await bring(world, from[at % from.length]!, oneOf(['Q', 'R', 'R'] as const)!, chance)
    },
    choose: async () => {
      const { segments } = (await owner.as.ask(resultFilesContract.laterResults, { id: id! })).body
      const segment = oneOf(segments)
      if (!segment) return
      const { v, versions, choices } = segment
      const undo = choices.find(({ mayUndo }) => mayUndo)
      const other = oneOf(versions.filter(({ state }) => state !== 'STANDS'))
      if (undo && chance() < 0.5) await sent('undo', owner.as.send(resultFilesContract.UndoResultChoice, { id: undo.id, v }, WHY))
      else if (other) await sent('take', owner.as.send(resultFilesContract.TakeLaterResult, { id: other.id, v }, WHY))
    },
    correct: async () => {
      const { results } = (await owner.as.ask(resultsContract.memberResults, { sessionId: id! })).body
      const race = oneOf(results.filter(({ type }) => type === 'RACE'))
      const row = race && oneOf(race.results)
      if (!row) return
      const whom = { sessionId: id!, participantId: row.participantId, raceIndex: race.no - 1, ...WHY }
      const out = (row.raw ?? row).status === 'DSQ' ? [{ disqualified: false }] : []
      const penalty = oneOf([{ time: -7 }, { time: 11.5 }, { positions: 2 }, { positions: -1 }, { disqualified: true }, { points: 2 }, ...out])!
      await sent(`penalty ${Object.keys(penalty)[0]}`, owner.as.send(correctionsContract.AddPenalty, {}, { ...whom, ...penalty } as never))
    },
    points: async () => {
      const { results } = (await owner.as.ask(resultsContract.memberResults, { sessionId: id! })).body
      const row = oneOf(results.flatMap((one) => (one.type === 'RACE' ? one.results : [])))
      if (!row) return
      const scope = oneOf([0, 'OVERALL'] as const)!
      await sent(
        'points',
        owner.as.send(
          correctionsContract.AddPointAdjustment,
          {},
          { sessionId: id!, participantId: row.participantId, scope, points: oneOf([-2, 3.3])!, ...WHY },
        ),
      )
    },
    revoke: async () => {
      const { adjustments } = (await owner.as.ask(correctionsContract.pointAdjustments, { sessionId: id! })).body
      const { penalties } = (await owner.as.ask(correctionsContract.penalties, { sessionId: id! })).body
      const one = oneOf([...adjustments, ...penalties].filter(({ revoked }) => revoked === null))
      if (one) await sent('revoke', owner.as.send(correctionsContract.RevokeCorrection, { id: one.id }, WHY))
    },
    name: async () => {
      const desk = (await owner.as.ask(matchingContract.matchingDesk, { id: id! })).body
      const stranger = oneOf(desk.strangers)
      if (!stranger) return
      const { key, match, v } = stranger
      if (match && chance() < 0.6) await sent('unname', owner.as.send(matchingContract.UndoMatch, { id: match.id, v }, {}))
      else await sent('name', owner.as.send(matchingContract.AssignDriver, { id: id!, v }, { stranger: key, userId: oneOf(late)!.id }))
    },
    readAgain: async () => {
      const { files } = (await owner.as.ask(resultFilesContract.resultFiles, { id: id! })).body
      const file = oneOf(files)
      if (file) await sent('read again', owner.as.send(resultFilesContract.RetryReading, { id: file.id }, {}))
      await allRead(server)
    },
    byHandAgain: async () => {
      const byHandOnes = events.filter(({ event }) => event.servers.length === 0)
      const one = byHandOnes[at % byHandOnes.length]!
      await sent('reopen', owner.as.send(manualResultsContract.ReopenResults, { id: one.event.id }, WHY))
      await save(world, one, chance)
    },
    country: async () => {
      const who = oneOf(drivers)!
      const { v } = (await who.as.ask(accountsContract.me, {})).body
      await sent('country', who.as.send(accountsContract.ChangeCountry, { id: who.id, v }, { country: oneOf(['DE', 'FR', 'PL'])! } as never))
    },
    season: async () => {
      const whom = { id: world.tournamentId, v: (await owner.as.ask(tournamentsContract.tournament, { id: world.tournamentId })).body.v }
      await sent(
        'season points',
        owner.as.send(tournamentsContract.AddSeasonPoints, whom, { driverId: oneOf(drivers)!.id, points: oneOf([-3, 4])!, ...WHY } as never),
      )
    },
    // what a game that tells of contacts would have said
    contacts: async () =>
      void (await byHand(server, async (context) => {
        const event = (await lockSession(context.tx, id!))!
        const { rows } = await server.running.machine.pool.query<{ id: string }>(
          'select x.id from result_rows x where x.session_id = $1 order by x.id',
          [id],
        )
        for (const row of rows)
          await context.tx
            .updateTable('result_rows')
            .set({ incidents: JSON.stringify({ collisionsWithCar: below(3), offTracks: below(6) }) as never })
            .where('id', '=', row.id)
            .execute()
        await settleEvent(context, event)
        context.tell(`session:${id!}`)
      })),
  }
  await turns[kind]()
}

async function driveOne(world: World, kind: Kind, chance: () => number): Promise<Driven> {
  const { server, owner, leagueId, drivers, tournamentId, events } = world
  const startsAt = new Date(server.clock.now().getTime() - (10 - events.length) * 3_600_000)
  const options = { segments: ['QUALIFY', 'RACE'] as const, isRanked: true, startsAt, classes: CLASSES }
  const event =
    kind === 'FILES' || kind === 'SPLITS'
      ? await runningEvent(server, owner, leagueId, { ...options, splits: kind === 'SPLITS' ? 2 : 1 })
      : await runningEvent(server, owner, leagueId, {
          ...options,
          segments: ['RACE'],
          manual: true,
          ...(kind === 'OTHER_GAME' ? { game: 'iracing', classes: [] } : {}),
        })
  if (kind !== 'OTHER_GAME') await addRound({ server, owner, league: leagueId }, tournamentId, event.id)
  const entryIds = await enter(
    server,
    event,
    drivers.map(({ id }, no) => ({
      userId: id,
      raceNumber: no + 1,
      carId: modelOf(kind, no),
      splitNo: splitOf(kind, no),
      ...(no % 3 === 0 ? { team: `Team ${no}` } : {}),
    })),
  )
  const made = { kind, event, entryIds }
  if (event.servers.length === 0) await save(world, made, chance)
  else for (const part of ['Q', 'R'] as const) for (const at of event.servers.keys()) await bring(world, made, part, chance, at)
  return made
}
const splitOf = (kind: Kind, no: number): number => (kind === 'SPLITS' ? 1 + (no % 2) : 1)
/** The first eight of a class: six are needed for ranks to move. */
const modelOf = (kind: Kind, no: number): string => (kind === 'OTHER_GAME' ? '1' : kind === 'FILES' && no >= 8 ? '50' : '34')

/** What one of its servers writes: everybody in some order, some of them lapped, retired or out, and a stranger. */
async function bring(
  { server, drivers }: World,
  { kind, event }: Driven,
  part: 'Q' | 'R',
  chance: () => number,
  at = Math.floor(chance() * event.servers.length),
) {
  const cars = drivers.map((who, no) => ({ who, no })).filter(({ no }) => splitOf(kind, no) === at + 1 && chance() < 0.95)
  const driven = [...cars, null].map((car) => {
    const luck = chance()
    const laps = part === 'Q' ? 3 : luck < 0.1 ? 2 : luck < 0.25 ? 6 : 7
    const best = 95_000 + Math.floor(chance() * 3000)
    const total = laps * LAP + Math.floor(chance() * 30_000)
    const number = car ? car.no + 1 : 90
    const line = accLine(
      number,
      car?.who.steamId ?? STRANGER,
      car?.who.name ?? 'Some Stranger',
      laps,
      total,
      best,
      car ? Number(modelOf(kind, car.no)) : 34,
    )
    return { line, number, laps, total, best }
  })
  const order = driven.toSorted((a, b) => (part === 'Q' ? a.best - b.best : b.laps - a.laps || a.total - b.total))
  const bytes = accFile(
    part,
    part === 'Q' ? 0 : 1,
    order.map(({ line }) => line),
  )
  const isOut = part === 'R' && chance() < 0.3
  const name = `${part}-${Math.floor(chance() * 1e9)}.json`
  const { status } = await upload(server, event.servers[at]!, name, isOut ? accOut(bytes, order[2]!.number) : bytes)
  assert.equal(status, 200)
  await allRead(server)
}

/** Kept by hand in some order, and published. */
async function save({ owner }: World, { event, entryIds }: Driven, chance: () => number): Promise<void> {
  const order = entryIds.toSorted(() => chance() - 0.5)
  const out = Math.floor(chance() * 3)
  const entryResults = order.map((entryId, at) => ({
    entryId,
    position: at + 1,
    ...(at >= order.length - out ? { isDNF: true } : { timeMs: 900_000 + at * 1000 + Math.floor(chance() * 900) }),
  }))
  const saved = await owner.as.send(manualResultsContract.SaveRaceResult, { id: event.id }, { raceNo: 1, entryResults: entryResults as never })
  const published = await owner.as.send(manualResultsContract.PublishResults, { id: event.id }, {})
  assert.deepEqual([saved.status, published.status], [200, 200], JSON.stringify([saved.body, published.body]))
}
