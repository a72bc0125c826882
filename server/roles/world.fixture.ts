import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ApplicationId, LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { registerConfig } from '#modules/leagues/door.ts'
import { membersContract } from '#modules/members/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { castOf, type Cast } from './people.fixture.ts'
import { eventFields } from './ways.fixture.ts'
import { hostOf, standServer, standResults, type Host, type Results, type Server } from './rows.fixture.ts'

registerConfig('TEST_ROLES', { schema: z.strictObject({ laps: z.number().int() }), defaults: { laps: 3 } })

export const STATES = ['draft', 'waiting', 'scheduling', 'started', 'progress', 'failed', 'ended'] as const
export type State = (typeof STATES)[number]
const STATUS = {
  draft: 'DRAFT',
  waiting: 'WAITING',
  scheduling: 'SCHEDULING',
  started: 'STARTED',
  progress: 'IN_PROGRESS',
  failed: 'FAILED',
  ended: 'ENDED',
} as const

export type Event = {
  readonly id: SessionId
  readonly name: string
  readonly startsAt: string
  readonly passwords: Readonly<Record<'server' | 'admin' | 'spectator' | 'entry' | 'team', string>>
  readonly server: Server | null
}

/** A community with everybody and everything in it that a call may name. Every version is 1. */
export type LeagueWorld = {
  readonly league: LeagueId
  readonly name: string
  readonly password: string
  readonly banReason: string
  readonly removalReason: string
  readonly cast: Cast
  /** The applicant's, not decided. */
  readonly application: ApplicationId
  readonly events: Readonly<Record<State, Event>>
  /** In the published event, both teams of one: the participant's, and then the other member's. */
  readonly grid: readonly string[]
  /** A published championship with the published event, in which the admin and the participant drive. */
  readonly season: string
  readonly host: Host
  readonly results: Results
  /** The owner's finished picture. */
  readonly upload: { readonly id: string; readonly image: string }
}

/** A word that stands nowhere else. */
export const canary = (kind: string): string => `${kind}-${randomBytes(4).toString('hex')}`

/** A community that asks for an application, a password and its terms, made through the doors; what a race host and time do is written as rows. */
export async function leagueWorld(server: TestServer, label: string): Promise<LeagueWorld> {
  const { machine } = server.running
  const cast = await castOf(server, label)
  const { owner, admin } = cast
  const name = canary(`${label} Racing`)
  const password = canary('Community')
  const founded = await owner.as.done(
    leaguesContract.AddLeague,
    {},
    { name, shortName: label.slice(0, 12), languages: ['en'], directJoin: false, openResults: true, password, tos: 'Race fair.' },
  )
  const league = founded.aggregateId as LeagueId
  await machine.pool.query(`update leagues set plan = 'LEAGUE_PLUS' where id = $1`, [league])
  const application = await fillLeague(league, cast, password)
  const banReason = canary('Crashed into half the field')
  const removalReason = canary('Did not answer')
  await admin.as.done(membersContract.BanMember, { id: league, v: 1 }, { userId: cast.banned.id, reason: banReason, days: null })
  const host = await hostOf(server)
  const made = await Promise.all(STATES.map((state) => eventOf(server, cast, league, label, state, host, removalReason)))
  const results = await standResults(server, made[STATES.indexOf('ended')]!.event.id, cast)
  const upload = await uploadOf(server, owner, league)
  const season = await seasonOf(cast, league, made[STATES.indexOf('waiting')]!.event.id)
  for (const table of ['leagues', 'sessions', 'entries', 'applications', 'users', 'tournaments'])
    await machine.pool.query(`update ${table} set v = 1 where v <> 1`)
  const events = Object.fromEntries(STATES.map((state, index) => [state, made[index]!.event])) as LeagueWorld['events']
  return { league, name, password, banReason, removalReason, cast, application, events, grid: made[1]!.grid, season, host, results, upload }
}

async function fillLeague(league: LeagueId, cast: Cast, password: string): Promise<ApplicationId> {
  const { owner, banned: _, ...others } = cast
  const apply = (one: Person) =>
    one.as.done(membersContract.AddApplication, {}, { leagueId: league, refId: league, refType: 'LEAGUE', password, tos: true })
  const { applicant, ...members } = others
  const waiting = await Promise.all(Object.values(members).map(apply))
  for (const { aggregateId } of waiting) await owner.as.done(membersContract.AcceptApplication, { id: aggregateId, v: 1 }, {})
  const at = { id: league, v: 1 }
  for (const one of [cast.admin, cast.otherAdmin]) await owner.as.done(membersContract.AddAdmin, at, { userId: one.id })
  for (const one of [cast.steward, cast.otherSteward]) await owner.as.done(membersContract.AddSteward, at, { userId: one.id })
  return (await apply(applicant)).aggregateId as ApplicationId
}

/** The event is full: two drive, one waits, one was taken out again, one watches. */
async function eventOf(server: TestServer, cast: Cast, league: LeagueId, label: string, state: State, host: Host, reason: string) {
  const { pool, clock } = server.running.machine
  const name = canary(`${label} ${state}`)
  const passwords = { server: canary('Sv'), admin: canary('Ad'), spectator: canary('Sp'), entry: canary('Entry'), team: canary('T').slice(0, 8) }
  const startsAt = new Date(Math.ceil(clock().getTime() / 300_000 + 12) * 300_000)
  const { entry, team, ...ofServer } = passwords
  const made = await cast.owner.as.done(
    sessionsContract.AddSession,
    {},
    eventFields(league, name, startsAt.toISOString(), { passwords: ofServer, entryPassword: entry, publish: state !== 'draft' }),
  )
  const id = made.aggregateId as SessionId
  const event = { id, name, startsAt: startsAt.toISOString(), passwords }
  const grid: string[] = []
  if (state !== 'draft') {
    const at = { refId: id }
    const enter = async (one: Person, waitingList: boolean): Promise<string> => {
      const body = { team: { name: one.name, pin: 'K7QP', car: { model: '34' }, password: entry }, waitingList }
      const { aggregateId } = await one.as.done(entriesContract.RegisterTeam, at, body)
      await one.as.done(entriesContract.ChangePassword, at, { entryId: aggregateId, password: team })
      return aggregateId
    }
    const left = await enter(cast.left, false)
    await cast.admin.as.done(entriesContract.RemoveEntry, { ...at, v: 2 }, { entryId: left as never, type: 'REGULAR', reason })
    grid.push(await enter(cast.participant, false), await enter(cast.otherMember, false))
    await enter(cast.waiting, true)
    await cast.spectator.as.done(entriesContract.AddSpectator, at, { driverId: cast.spectator.id, password: entry })
  }
  if (state === 'draft' || state === 'waiting') return { event: { ...event, server: null }, grid }
  const began = state === 'progress' || state === 'ended' ? new Date(clock().getTime() - 3_600_000) : startsAt
  const values = [id, STATUS[state], clock()]
  await pool.query(`update sessions set status = $2, status_at = $3, starts_at = $4 where id = $1`, [...values, began])
  await pool.query(`update splits set status = $2, status_at = $3 where session_id = $1`, values)
  return { event: { ...event, server: await standServer(server, id, state, host) }, grid }
}

async function seasonOf({ owner, admin, participant }: Cast, league: LeagueId, sessionId: SessionId): Promise<string> {
  const fields = { name: canary('Season'), maxEntries: 20, participationRules: { sessionSkipLimit: 2 } }
  const made = await owner.as.done(tournamentsContract.AddTournament, {}, { leagueId: league, type: 'CHAMPIONSHIP', game: 'acc', ...fields })
  const at = { id: made.aggregateId }
  await owner.as.done(tournamentsContract.AddTournamentSession, { ...at, v: 1 }, { sessionId })
  await owner.as.done(tournamentsContract.PublishTournament, { ...at, v: 2 }, {})
  for (const driver of [admin, participant]) await driver.as.done(tournamentsContract.JoinTournament, at, {})
  return made.aggregateId
}

async function uploadOf(server: TestServer, owner: Person, league: LeagueId): Promise<LeagueWorld['upload']> {
  const { uploadId } = await owner.as.done(
    leaguesContract.RequestImageUpload,
    {},
    { entityId: league, entityType: 'LEAGUE', types: ['logo', 'background', 'background-small'] },
  )
  const { rows } = await server.running.machine.pool.query<{ images: { type: string; image: string }[] }>(
    `update image_uploads set status = 'UPLOADED' where id = $1 returning images`,
    [uploadId],
  )
  return { id: uploadId, image: rows[0]!.images.find(({ type }) => type === 'logo')!.image }
}
