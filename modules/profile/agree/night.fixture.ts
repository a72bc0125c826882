import assert from 'node:assert/strict'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { encodeUtf8 } from '#games/text.ts'
import { correctionsContract } from '#modules/corrections/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload, type AccLine, type Event } from '#modules/results/results.fixture.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { addRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import { seeded } from '#games/emulate.fixture.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { turnsOf } from './turns.fixture.ts'

export type Around = {
  readonly server: TestServer
  readonly owner: Person
  readonly drivers: readonly Person[]
  /** Who may turn out to be a stranger of the files. */
  readonly late: readonly Person[]
  readonly leagueId: LeagueId
  readonly trackId: string
}
/** One car: who drives it, in which class and split; `crew` of more than one is a team. */
type Car = { readonly no: number; readonly crew: readonly Person[]; readonly model: number; readonly splitNo: number; readonly team: string | null }
export type Night = { readonly event: Event; readonly tournamentId: TournamentId; readonly said: string }

const SEGMENTS = ['QUALIFY', 'RACE', 'RACE'] as const
const STRANGERS = ['76561190000000801', '76561190000000802']

/** A night of qualifying and two races as chance would have it: classes, splits, shared cars, strangers, points, files that come again, penalties. */
export async function nightOf(around: Around, seed: number): Promise<Night> {
  const { server, owner, leagueId, trackId } = around
  const chance = seeded(seed)
  const below = (most: number): number => Math.floor(chance() * most)
  const oneOf = <One>(all: readonly One[]): One => all[below(all.length)]!
  const splits = 1 + below(2)
  const isClassed = chance() < 0.7
  const cars = carsOf(around.drivers, { splits, models: isClassed ? [34, 50] : [34] }, chance)
  const classes = [
    { id: 'FAST', name: 'Fast', carIds: ['34'] },
    { id: 'SLOW', name: 'Slow', carIds: ['50'] },
  ]
  const event = await runningEvent(server, owner, leagueId, {
    segments: SEGMENTS,
    splits,
    isRanked: true,
    trackId,
    ...(isClassed ? { classes } : {}),
  })
  const pointSystem = {
    overallPointTable: oneOf([
      [25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
      [10, 6, 3],
      [7.5, 5.25, 1.1],
    ]),
    minimumDistancePercent: oneOf([0, 75, 90]),
    scope: oneOf(['OVERALL', 'CLASS'] as const),
    gridSize: oneOf([null, { base: 4, multiplier: 0.5 }]),
    bonus: { pole: below(3), fastestLap: below(3), fastestLapWithin: oneOf([null, 3]) },
  }
  const at = { server, owner, league: leagueId }
  const tournamentId = await seasonWith(at, [], { type: 'SERIES', game: 'acc', name: `Night ${seed}`, pointSystem })
  await addRound(at, tournamentId, event.id)
  await enter(
    server,
    event,
    cars.map(({ crew, no, model, splitNo, team }) => ({
      userId: crew[0]!.id,
      others: crew.slice(1).map(({ id }) => id),
      raceNumber: no,
      carId: String(model),
      splitNo,
      ...(team ? { team } : {}),
    })),
  )
  const bring = async (splitNo: number, kind: 'Q' | 'R', no: number, name: string) => {
    const own = cars.filter((car) => car.splitNo === splitNo)
    const bytes = fileOf(kind, no, trackId, own, STRANGERS[splitNo - 1]!, chance)
    assert.equal((await upload(server, event.servers[splitNo - 1]!, name, bytes)).status, 200)
    await allRead(server)
  }
  const given: string[] = []
  const correct = async (raceIndex: number) => {
    const { results } = (await owner.as.ask(resultsContract.memberResults, { sessionId: event.id })).body
    const race = oneOf(results.filter(({ type, no }) => type === 'RACE' && no === raceIndex + 1))
    const { participantId } = oneOf(race.results)
    const whom = { sessionId: event.id, participantId, reason: 'As chance would have it.' }
    const penalty = oneOf([{ time: 1 + below(40) }, { time: 5 }, { positions: 1 + below(4) }, { points: 1.5 }, { disqualified: true }])
    const added =
      chance() < 0.7
        ? await owner.as.done(correctionsContract.AddPenalty, {}, { ...whom, raceIndex, ...penalty } as never)
        : await owner.as.done(
            correctionsContract.AddPointAdjustment,
            {},
            { ...whom, scope: oneOf([raceIndex, 'OVERALL'] as const), points: oneOf([-2, 3.3]) },
          )
    given.push(added.id)
  }
  for (const splitNo of splitsOf(splits)) await bring(splitNo, 'Q', 0, 'Q.json')
  for (const splitNo of splitsOf(splits)) await bring(splitNo, 'R', 1, 'R1.json')
  for (let times = below(3); times >= 0; times--) await correct(0)
  for (const splitNo of splitsOf(splits)) await bring(splitNo, 'R', 2, 'R2.json')
  for (let times = below(4); times >= 0; times--) await correct(below(2))
  // another file of a race that is published, which an admin takes
  await bring(1, 'R', 1 + below(2), 'R-later.json')
  for (const { v, versions } of (await owner.as.ask(resultFilesContract.laterResults, { id: event.id })).body.segments)
    for (const { id, state } of versions)
      if (state === 'WAITING') await owner.as.done(resultFilesContract.TakeLaterResult, { id, v }, { reason: 'The whole one.' })
  if (chance() < 0.5) await owner.as.done(correctionsContract.RevokeCorrection, { id: oneOf(given) as never }, { reason: 'Looked again.' })
  await correct(below(2))
  await turnsOf(around, event, { chance, strangers: STRANGERS, bring: (no) => bring(1 + below(splits), 'R', 1 + below(2), `R-turn-${no}.json`) })
  const { status } = (await owner.as.ask(tournamentsContract.tournament, { id: tournamentId })).body.sessions[0]!
  assert.equal(status, 'ENDED')
  return { event, tournamentId, said: JSON.stringify({ seed, splits, isClassed, pointSystem }) }
}

const splitsOf = (splits: number): readonly number[] => Array.from({ length: splits }, (_, at) => at + 1)

/** Everybody in one car, some of them two together; both models in each split. */
function carsOf(
  drivers: readonly Person[],
  { splits, models }: { readonly splits: number; readonly models: readonly number[] },
  chance: () => number,
): readonly Car[] {
  const cars: Car[] = []
  for (let at = 0; at < drivers.length;) {
    const size = at + 1 < drivers.length && chance() < 0.2 ? 2 : 1
    const crew = drivers.slice(at, at + size)
    const no = cars.length + 1
    cars.push({ no, crew, model: models[no % models.length]!, splitNo: 1 + (no % splits), team: size > 1 ? `Team ${no}` : null })
    at += size
  }
  return cars
}

/** A file of a split: everybody in some order, a few of them retired, lapped or disqualified, and a stranger. */
function fileOf(kind: 'Q' | 'R', no: number, trackId: string, cars: readonly Car[], stranger: string, chance: () => number): Uint8Array {
  const whole = 8
  const driven = [...cars, null].map((car) => {
    const luck = chance()
    const laps = kind === 'Q' ? 3 : luck < 0.12 ? 1 + Math.floor(chance() * 3) : luck < 0.3 ? whole - 1 : whole
    const number = car?.no ?? 90
    const first = car?.crew[0]
    const total = laps * LAP + Math.floor(chance() * 30_000)
    const best = 95_000 + Math.floor(chance() * 3000)
    const line = accLine(number, first?.steamId ?? stranger, first?.name ?? 'Some Stranger', laps, total, best, car?.model ?? 34)
    return { line: car ? shared(line, car.crew.slice(1)) : line, laps, total, best }
  })
  const order = driven.toSorted((a, b) => (kind === 'Q' ? a.best - b.best : b.laps - a.laps || a.total - b.total))
  const file = JSON.parse(
    new TextDecoder().decode(
      accFile(
        kind,
        no,
        order.map(({ line }) => line),
      ),
    ),
  ) as {
    laps: { carId: number; driverIndex: number }[]
    penalties: object[]
  }
  for (const { crew, no: number } of cars.filter((car) => car.crew.length > 1))
    for (const [at, lap] of file.laps.filter(({ carId }) => carId === 1000 + number).entries()) lap.driverIndex = at % crew.length
  if (kind === 'R' && chance() < 0.5) {
    const { car } = order[Math.floor(chance() * order.length)]!.line
    file.penalties = [
      { carId: car.carId, driverIndex: 0, reason: 'PitSpeeding', penalty: 'Disqualified', penaltyValue: 0, violationInLap: 1, clearedInLap: 0 },
    ]
  }
  return encodeUtf8(JSON.stringify({ ...file, trackName: trackId }))
}

function shared(line: AccLine, others: readonly Person[]): AccLine {
  if (others.length === 0) return line
  const mates = others.map(({ name, steamId }) => ({ firstName: '', lastName: name, playerId: `S${steamId}` }))
  return { ...line, car: { ...line.car, drivers: [...line.car.drivers, ...mates] }, driverTotalTimes: [400_000, 300_000] } as AccLine
}
