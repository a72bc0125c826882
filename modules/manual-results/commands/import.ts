import type { BodyOf, ReplyOf } from '#core/contract.ts'
import type { SessionId } from '#core/ids.ts'
import { ok, refuse, type Result } from '#core/result.ts'
import { findCar } from '#games/catalogue.ts'
import type { SegmentResults } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { iracing } from '#games/iracing/iracing.ts'
import { encodeUtf8 } from '#games/text.ts'
import { ResultFileReceived } from '#modules/result-files/contract/facts.ts'
import { factsOf, fileKeysOf, keepHandedIn, readHandedIn, trackOf, type HandedInFile, type ReadFile } from '#modules/result-files/door.ts'
import { withoutErased } from '#modules/result-files/rules/erased.ts'
import { matchRows } from '#modules/result-files/rules/match.ts'
import { lockSession, type SessionFacts } from '#modules/sessions/door.ts'
import type { AheadContext, CommandContext, CommandsOf } from '#server/room.ts'
import { ResultsImported } from '../contract/facts.ts'
import type { importContract } from '../contract/import.ts'
import { draftOf } from '../decide/drafts.ts'
import { mayImportNow } from '../policy.ts'
import { importable } from '../queries/import.ts'
import { withReopened } from '../queries/reopened.ts'
import { matchesIn, planImport, type Asked, type Plan } from '../queries/plan.ts'
import { versionOfAll } from '../rules.ts'
import { findDraftVersions, saveDraft } from '../store.ts'
import { manualEvent } from './manual.ts'

type Imported = ReplyOf<typeof importContract.ImportResultFile>

/** What is taken of a file, and the version of the drafts that was on screen. */
type Chosen = Asked & { readonly v?: number }
type Take = (context: CommandContext) => Promise<Result<Imported>>

export const importCommands = {
  ImportResultFile: {
    ahead: async (context, { id, body }) => {
      const event = await importable(context.db, id as SessionId, context.actor.userId, context.now)
      if (!event.ok) return event
      const bytes = Buffer.from(body.contentBase64, 'base64')
      return readToTake(context, event.value, { name: body.name, bytes }, body)
    },
  },

  ImportIRacingResult: {
    ahead: async (context, { id, body }) => {
      const event = await importable(context.db, id as SessionId, context.actor.userId, context.now)
      if (!event.ok) return event
      if (!event.value.manual) return refuse('WRONG_STATE', { status: event.value.status })
      const { type, data, ...asked } = body
      const bytes = encodeUtf8(JSON.stringify({ type, data }))
      return readToTake(context, event.value, { name: 'eventresult.json', bytes }, { ...asked, game: iracing.id })
    },
  },
} satisfies CommandsOf<typeof importContract>

/** Reads the file while no connection is held; what takes it then asks again whether it may. */
async function readToTake(
  { actor, left }: AheadContext,
  seen: SessionFacts,
  file: HandedInFile,
  asked: Chosen & Pick<BodyOf<typeof importContract.ImportResultFile>, 'game'>,
): Promise<Result<Take>> {
  const read = await readHandedIn(seen, file, asked.game, { whom: actor.userId, signal: left })
  if (!read.ok) return read
  const into = seen.manual ? intoDrafts : intoSegments
  return ok((context) => into(context, seen.id, file, read.value, asked))
}

/** Fills the drafts of the races, and keeps what stands beside them. */
async function intoDrafts(context: CommandContext, id: SessionId, file: HandedInFile, read: ReadFile, asked: Chosen): Promise<Result<Imported>> {
  const { tx, now, newId } = context
  const event = await manualEvent(context, id)
  if (!event.ok) return event
  if (asked.v !== undefined && asked.v !== versionOfAll(await findDraftVersions(tx, id))) return refuse('VERSION_CONFLICT')
  const planned = await planToTake(tx, event.value, read, asked)
  if (!planned.ok) return planned
  const plan = planned.value
  const chosenMatches = matchesIn(plan)
  const handIn = {
    splitNo: plan.splitNo,
    matches: chosenMatches,
    chosen: [...plan.segmentsByNo.keys()],
    trackFrom: plan.trackFrom,
    firstRace: plan.firstRace,
  }
  const keptFile = await keepHandedIn(context, file, read, { sessionId: id, ...handIn, use: 'KEEP' })
  if (!keptFile.ok) return keptFile
  const raceNos: number[] = []
  for (const [no, segment] of plan.segmentsByNo) {
    const session = named(read.sessions[no]!, read)
    const matches = matchRows(session.results, { ...plan.field, matches: chosenMatches })
    const told = fileKeysOf(session.results, { sessionId: id, splitNo: plan.splitNo })
    const { rows, sources } = draftOf(withoutErased(session, plan.field.erased), matches, told, plan.field.entries, newId)
    const facts = factsOf(session, read.game, plan.trackFrom === 'EVENT' ? trackOf(event.value) : undefined)
    const from = { id: keptFile.value, name: read.name, sources, facts }
    await saveDraft(tx, id, { segmentIndex: segment.index, type: session.type, no: segment.no, rows, file: from }, now)
    if (session.type === 'RACE') raceNos.push(segment.no)
  }
  context.record(ResultsImported, {
    sessionId: id,
    leagueId: event.value.leagueId,
    fileId: keptFile.value,
    name: read.name,
    game: read.game,
    raceNos,
  })
  return ok({ target: 'DRAFTS', raceNos: raceNos.toSorted((a, b) => a - b), fileId: null, guests: guestsIn(plan) })
}

/** Keeps the file beside those of the servers, with what was said of it; the same job reads it. */
async function intoSegments(context: CommandContext, id: SessionId, file: HandedInFile, read: ReadFile, asked: Chosen): Promise<Result<Imported>> {
  const may = await importable(context.tx, id, context.actor.userId, context.now)
  if (!may.ok) return may
  const event = await lockSession(context.tx, id)
  const open = event ? mayImportNow(await withReopened(context.tx, event), context.now) : refuse('NOT_FOUND')
  if (open !== true) return open
  const planned = await planToTake(context.tx, event!, read, asked)
  if (!planned.ok) return planned
  const plan = planned.value
  const { splitNo, trackFrom, firstRace } = plan
  const handIn = { splitNo, matches: matchesIn(plan), chosen: [...plan.segmentsByNo.keys()], trackFrom, firstRace }
  const keptFile = await keepHandedIn(context, file, read, { sessionId: id, ...handIn, use: 'SHOW' })
  if (!keptFile.ok) return keptFile
  const fileId = keptFile.value
  context.record(ResultFileReceived, { sessionId: id, leagueId: event!.leagueId, fileId, name: read.name, splitNo })
  return ok({ target: 'SEGMENTS', raceNos: [], fileId, guests: guestsIn(plan) })
}

/** As `planImport`; where nothing of it is taken, refuses IMPORT_REPLACES for what is saved already, else IMPORT_NO_DATA. */
async function planToTake(...asked: Parameters<typeof planImport>): Promise<Result<Plan>> {
  const plan = await planImport(...asked)
  if (!plan.ok || plan.value.segmentsByNo.size > 0) return plan
  return refuse(plan.value.taken.some(({ why }) => why === 'FILLED') ? 'IMPORT_REPLACES' : 'IMPORT_NO_DATA', { field: 'sessions' })
}

const guestsIn = (plan: Plan): number => [...matchesIn(plan).values()].filter((entryId) => entryId === null).length

/** With the names of cars as the file's own game calls them: the event may be of another. */
function named(session: SegmentResults, { game }: ReadFile): SegmentResults {
  const catalogue = gameOf(game)?.catalogue
  const nameOf = (id: string | null): string | undefined => (id === null || !catalogue ? undefined : findCar(catalogue, id)?.name)
  const results = session.results.map((row) => ({ ...row, facts: { ...row.facts, carName: row.facts['carName'] ?? nameOf(row.carModelId) ?? null } }))
  return { ...session, results }
}
