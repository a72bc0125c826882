import { fact } from '#core/joint.ts'
import type { BodyOf } from '#core/contract.ts'
import type { ResultFileId, UserId } from '#core/ids.ts'
import type { GameId } from '#games/game.ts'
import { topicsOf, type AtSession } from '#modules/sessions/contract/facts.ts'
import type { manualResultsContract } from '../contract.ts'

type Rows = BodyOf<(typeof manualResultsContract)['SaveRaceResult']>['entryResults']
type Saved = AtSession & { readonly raceNo: number; readonly v: number; readonly rows: Rows }
type Imported = AtSession & { readonly fileId: ResultFileId; readonly name: string; readonly game: GameId; readonly raceNos: readonly number[] }
type Published = AtSession & { readonly segments: number; readonly people: readonly UserId[] }

/** Drafts are seen by whoever keeps the results alone. */
const ofEvent = ({ sessionId, leagueId }: AtSession) => ({ id: sessionId, leagueId, topics: [`session:${sessionId}`] })

export const RaceResultSaved = fact('RaceResultSaved', 'session', (data: Saved) => ofEvent(data))
export const ResultsImported = fact('ResultsImported', 'session', (data: Imported) => ofEvent(data))
export const ManualResultsPublished = fact('ManualResultsPublished', 'session', (data: Published) => ({
  id: data.sessionId,
  leagueId: data.leagueId,
  topics: [...topicsOf(data), ...data.people.map((userId) => `user:${userId}`)],
}))
