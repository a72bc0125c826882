import { correctionsContract } from '#modules/corrections/contract.ts'
import { matchingContract } from '#modules/matching/contract.ts'
import { resultFilesContract } from '#modules/result-files/contract.ts'
import { resultsContract } from '#modules/results/contract.ts'
import { allRead, type Event } from '#modules/results/results.fixture.ts'
import type { Around } from './night.fixture.ts'

type With = {
  readonly chance: () => number
  readonly strangers: readonly string[]
  /** Brings another file of one of its races. */
  readonly bring: (no: number) => Promise<void>
}
const WHY = { reason: 'As chance would have it.' }

/** What becomes of a night in the days after: accounts are linked and unlinked, files are read again, taken and left, stewards correct and take that back. */
export async function turnsOf({ server, owner, late }: Around, event: Event, { chance, strangers, bring }: With): Promise<void> {
  const below = (most: number): number => Math.floor(chance() * most)
  const oneOf = <One>(all: readonly One[]): One | undefined => all[below(all.length)]
  const sessionId = event.id
  const link = async () => {
    const who = oneOf(late)!
    const others = late.filter((one) => one !== who)
    const { db } = server.running.machine
    for (const one of late) await db.updateTable('linked_accounts').set({ subject: one.steamId }).where('user_id', '=', one.id).execute()
    const accounts = chance() < 0.8 ? strangers.toSorted(() => chance() - 0.5) : []
    for (const [at, one] of [who, ...others].entries())
      if (accounts[at]) await db.updateTable('linked_accounts').set({ subject: accounts[at] }).where('user_id', '=', one.id).execute()
  }
  const readAgain = async () => {
    const { files } = (await owner.as.ask(resultFilesContract.resultFiles, { id: sessionId })).body
    const file = oneOf(files)
    if (file) await owner.as.done(resultFilesContract.RetryReading, { id: file.id }, {})
    await allRead(server)
  }
  const choose = async () => {
    const { segments } = (await owner.as.ask(resultFilesContract.laterResults, { id: sessionId })).body
    const segment = oneOf(segments)
    if (!segment) return
    const { v, versions, choices } = segment
    const undo = choices.find(({ mayUndo }) => mayUndo)
    const other = oneOf(versions.filter(({ state }) => state !== 'STANDS'))
    if (undo && chance() < 0.5) await owner.as.done(resultFilesContract.UndoResultChoice, { id: undo.id, v }, WHY)
    else if (other) await owner.as.done(resultFilesContract.TakeLaterResult, { id: other.id, v }, WHY)
  }
  const correct = async () => {
    const { results } = (await owner.as.ask(resultsContract.memberResults, { sessionId })).body
    const race = oneOf(results.filter(({ type }) => type === 'RACE'))!
    const row = oneOf(race.results)!
    const whom = { sessionId, participantId: row.participantId, raceIndex: race.no - 1, ...WHY }
    const out = (row.raw ?? row).status === 'DSQ' ? [{ disqualified: false }] : []
    const penalty = oneOf([{ time: -7 }, { time: 11.5 }, { positions: 2 }, { positions: -1 }, { disqualified: true }, { points: 2 }, ...out])!
    await owner.as.done(correctionsContract.AddPenalty, {}, { ...whom, ...penalty } as never)
  }
  const revoke = async () => {
    const { adjustments } = (await owner.as.ask(correctionsContract.pointAdjustments, { sessionId })).body
    const { penalties } = (await owner.as.ask(correctionsContract.penalties, { sessionId })).body
    const one = oneOf([...adjustments, ...penalties].filter(({ revoked }) => revoked === null))
    if (one) await owner.as.done(correctionsContract.RevokeCorrection, { id: one.id }, WHY)
  }
  const name = async () => {
    const desk = (await owner.as.ask(matchingContract.matchingDesk, { id: sessionId })).body
    const stranger = oneOf(desk.strangers)
    if (!stranger) return
    const { key, match, v } = stranger
    // somebody may drive another car of the race already
    if (match && chance() < 0.5) await owner.as.send(matchingContract.UndoMatch, { id: match.id, v }, {})
    else await owner.as.send(matchingContract.AssignDriver, { id: sessionId, v }, { stranger: key, userId: oneOf(late)!.id })
  }
  for (let no = 0; no < 10; no++) await oneOf([link, readAgain, readAgain, choose, correct, correct, revoke, name, () => bring(no)])!()
}
