import { fact } from '#core/joint.ts'
import type { BodyOf } from '#core/contract.ts'
import type { ResultFileId, UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { topicsOf, type AtSession } from '#modules/sessions/contract/facts.ts'
import type { manualResultsContract } from '../contract.ts'

type Rows = BodyOf<(typeof manualResultsContract)['SaveRaceResult']>['entryResults']
type Saved = AtSession & { readonly raceNo: number; readonly v: number; readonly rows: Rows }
type Imported = AtSession & { readonly fileId: ResultFileId; readonly name: string; readonly game: GameId; readonly raceNos: readonly number[] }
/** `people`: whose results are otherwise by it. */
type Changed = AtSession & { readonly people: readonly UserId[] }
type Published = Changed & { readonly segments: number }
type Reasoned = AtSession & { readonly reason: string }
type Discarded = Reasoned & { readonly raceNo: number }
/** `drafts`: the segments whose drafts went with it. */
type FileDiscarded = Reasoned & Changed & { readonly fileId: ResultFileId; readonly name: string; readonly drafts: readonly number[] }

/** Drafts are seen by whoever keeps the results alone. */
const ofEvent = ({ sessionId, leagueId }: AtSession) => ({ id: sessionId, leagueId, topics: [`session:${sessionId}`] })

const shown = (data: Changed) => ({
  id: data.sessionId,
  leagueId: data.leagueId,
  topics: [...topicsOf(data), ...data.people.map((userId) => `user:${userId}`)],
})

export const RaceResultDiscarded = fact('RaceResultDiscarded', 'session', (data: Discarded) => ofEvent(data))
export const ResultFileDiscarded = fact('ResultFileDiscarded', 'session', (data: FileDiscarded) => shown(data))
export const ResultsReopened = fact('ResultsReopened', 'session', (data: Reasoned) => shown({ ...data, people: [] }))
export const RaceResultSaved = fact('RaceResultSaved', 'session', (data: Saved) => ofEvent(data))
export const ResultsImported = fact('ResultsImported', 'session', (data: Imported) => ofEvent(data))
export const ManualResultsPublished = fact('ManualResultsPublished', 'session', (data: Published) => shown(data))
