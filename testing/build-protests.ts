import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { protestsContract as calls } from '#modules/protests/contract.ts'
import { DEFAULT_CATALOGUE } from '#modules/protests/rules/penalty.ts'
import type { Running } from '#server/start.ts'
import type { Person } from './people.ts'
import { patiently, surely } from './steps.ts'
import { EVENTS, LEAGUES, PROTESTS, STEWARDING } from './world.ts'

type At = { readonly running: Running; readonly people: ReadonlyMap<string, Person> }
type Filed = (typeof PROTESTS)[number]

/** The protests of the world, through the doors, as far as its stewards are with them; those that are there already go on from where they are. */
export async function makeProtests({ running, people }: At): Promise<void> {
  const { db } = running.machine
  const { shortName, owner: founder } = LEAGUES.find(({ key }) => key === STEWARDING.league)!
  const owner = people.get(founder)!
  const { id: leagueId } = await patiently(() => db.selectFrom('leagues').select('id').where('short_name', '=', shortName).executeTakeFirstOrThrow())
  await configure(owner, leagueId)
  for (const filed of PROTESTS) {
    const { id: sessionId } = await patiently(() =>
      db.selectFrom('sessions').select('id').where('name', '=', filed.event).orderBy('starts_at').executeTakeFirstOrThrow(),
    )
    await file({ running, people }, sessionId, filed)
  }
}

async function configure(owner: Person, leagueId: LeagueId): Promise<void> {
  const { phrases, guide } = STEWARDING
  for (const [configType, config] of [
    ['PENALTY_CATALOGUE', { ...DEFAULT_CATALOGUE, phrases, guide }],
    ['PROTEST_RULES', { public_decisions: true }],
  ] as const)
    await surely(owner.as, leaguesContract.SetConfig, async () => ({ leagueId, configType, scope: 'LEAGUE', scopeEntityId: leagueId }), { config })
}

async function file({ people }: At, sessionId: SessionId, filed: Filed): Promise<void> {
  const byId = new Map([...people.values()].map((one) => [one.id as string, one]))
  const league = LEAGUES.find(({ key }) => key === EVENTS.find(({ sessionName }) => sessionName === filed.event)!.league)!
  const owner = people.get(league.owner)!
  const { drivers, segments } = await tabOf(owner, sessionId)
  const inOffice = [league.owner, ...league.admins, ...league.stewards].map((key) => people.get(key)!.id)
  const race = segments.find(({ type }) => type === 'RACE')
  const named = race && ('fromLog' in filed ? await fromLog(owner, { sessionId, segmentIndex: race.segmentIndex }) : placed(filed, drivers, inOffice))
  const [reporter, reportee] = [byId.get(named?.reporterId ?? ''), byId.get(named?.reporteeId ?? '')]
  if (!race || !named || !reporter || !reportee) return
  const find = async () =>
    (await tabOf(reporter, sessionId)).reports.find((one) => one.reporter.id === reporter.id && one.reportee.id === reportee.id)
  const { description, videoURL } = filed
  const body = { reporteeId: reportee.id, sessionId, segmentIndex: race.segmentIndex, description, videoURL, ...named.more }
  if (!(await find())) await surely(reporter.as, calls.SubmitReport, async () => ({}), body as never)
  const report = (await find())!
  const at = async () => ({ id: report.id })
  if ('answer' in filed) await surely(reportee.as, calls.AnswerReport, at, { text: filed.answer }, ['WRONG_STATE'])
  for (const { by, ...vote } of filed.votes)
    await surely(people.get(by)!.as, calls.ReviewReport, at, { ...vote, penalties: [...vote.penalties] }, ['PROTEST_ALREADY_REVIEWED', 'WRONG_STATE'])
  if ('appeal' in filed) await surely(reportee.as, calls.AppealReport, at, { note: filed.appeal, videoURL }, ['APPEAL_ONCE'])
}

async function tabOf(who: Person, sessionId: SessionId) {
  return (await patiently(() => who.as.ask(calls.sessionReports, { sessionId }))).body
}

type Drivers = Awaited<ReturnType<typeof tabOf>>['drivers']
type Named = { readonly reporterId: UserId; readonly reporteeId: UserId; readonly more: object }

/** Whoever holds an office votes. */
function placed(filed: Exclude<Filed, { readonly fromLog: true }>, drivers: Drivers, inOffice: readonly UserId[]): Named | null {
  const others = drivers.filter(({ id }) => !inOffice.includes(id))
  const [reporter, reportee] = [others[filed.reporter], others[filed.reportee]]
  if (!reporter || !reportee) return null
  return { reporterId: reporter.id, reporteeId: reportee.id, more: { category: filed.category, lapNumber: filed.lapNumber } }
}

/** The first contact of two cars that the game’s file tells of. */
async function fromLog(who: Person, at: { readonly sessionId: SessionId; readonly segmentIndex: number }): Promise<Named | null> {
  const { incidents } = (await patiently(() => who.as.ask(calls.incidents, at))).body
  const contact = incidents.find((one) => one.kind === 'CONTACT_CAR' && one.who.ids.length > 0 && (one.other?.ids.length ?? 0) > 0)
  if (!contact) return null
  const { resultId, no } = contact
  return { reporterId: contact.other!.ids[0]!, reporteeId: contact.who.ids[0]!, more: { category: 'CONTACT', incident: { resultId, no } } }
}
