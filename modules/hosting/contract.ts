/**
 * hosting: race hosts, the servers they run, what drivers see of them.
 * Specification: product.md §3 Split info, §4 Session statuses, Restart, §6 Server info; decisions.md §2; calls.tsv race-hosts.
 */
import { z } from 'zod'
import { command, query } from '#core/contract.ts'
import { DAY_MS } from '#core/duration.ts'
import { serverId, sessionId, splitId } from '#core/ids.ts'
import { toldText, word, wordLike } from '#core/text.ts'
import { GAME_IDS } from '#games/game.ts'
import { EXACT } from '#games/timing/timing.ts'
import { HOSTINGS } from '#modules/sessions/rules.ts'

// What a host is told and tells. Its answers to results go to the room of results.

const option = z.union([z.number(), z.boolean(), z.string()])
const options = z.record(z.string(), option)
const ports = z.record(z.string(), z.number().int())

const order = z.object({
  serverName: z.string(),
  tag: z.string(),
  trackId: z.string(),
  layoutId: z.string().nullable(),
  carIds: z.array(z.string()),
  maxEntries: z.number().int(),
  segments: z.array(z.object({ type: z.enum(['PRACTICE', 'QUALIFY', 'RACE']), durationMin: z.number(), laps: z.number().int().optional(), options })),
  options,
  passwords: z.object({ server: z.string(), admin: z.string(), spectator: z.string() }),
  closedEntry: z.boolean(),
  enableServerProtection: z.boolean(),
  driverSwap: z.boolean(),
  hasGridPositions: z.boolean(),
  entries: z.array(
    z.object({
      drivers: z.array(z.object({ name: z.string(), platformId: z.string(), country: z.string().nullable() })),
      teamName: z.string().nullable(),
      raceNumber: z.number().int(),
      carId: z.string(),
      skin: z.string().nullable(),
      gridPosition: z.number().int().nullable(),
      ballastKg: z.number().exactOptional(),
      restrictor: z.number().exactOptional(),
      isServerAdmin: z.boolean(),
    }),
  ),
  bop: z.array(z.object({ carId: z.string(), ballastKg: z.number(), restrictor: z.number() })),
  ports,
})

const job = z.object({
  serverId,
  sessionId,
  splitNo: z.number().int(),
  fence: z.number().int(),
  game: z.string(),
  startsAt: z.string(),
  /** `stop`: end the server, bring what results there are, report OVER. A server that is missing from the list is stopped without a report. */
  wanted: z.enum(['run', 'stop']),
  /** `null` for a server the host says it has. */
  order: order.nullable(),
})
export type Job = z.infer<typeof job>

export const jobsReply = z.object({
  /** Sent back as `seen`: the call answers when it is no longer true, at the latest after `waitMs`. */
  state: z.string(),
  servers: z.array(job),
})
export type JobsReply = z.infer<typeof jobsReply>

const time = z.number().int().min(0).max(DAY_MS)

/** Where an event is, as far as its game's server tells: what it does not tell is left out, never guessed. Nobody is named: cars have race numbers. */
const live = z.strictObject({
  type: z.enum(['PRACTICE', 'QUALIFY', 'RACE']),
  /** Which of its type, from 1. */
  no: z.number().int().min(1).max(20),
  /** Its results are shown; the next has not begun. */
  isOver: z.boolean(),
  /** Whole minutes have the rest cut off. */
  left: z.strictObject({ ms: time, exact: z.enum(EXACT) }).nullable(),
  /** In a race who is where, else by best laps; a car that is not registered has no number. Times in milliseconds. */
  order: z
    .array(
      z.strictObject({
        raceNumber: z.number().int().min(1).max(9999).nullable(),
        laps: z.number().int().min(0).max(10_000),
        bestMs: time.nullable(),
        gapMs: time.nullable(),
      }),
    )
    .max(150),
})
export type Live = z.infer<typeof live>

const status = z.strictObject({
  fence: z.number().int(),
  /** OVER: all result files are uploaded and no process is left. */
  phase: z.enum(['STARTING', 'STARTED', 'OVER', 'FAILED']),
  reason: toldText(300).optional(),
  /** `null` while nobody can tell. */
  drivers: z.number().int().min(0).max(1000).nullable().optional(),
  /** `null` while it tells nothing of it. */
  live: live.nullable().optional(),
  logTail: toldText(8000).optional(),
  /** Where drivers reach the server, when not at the address the host is registered with. */
  address: wordLike(/^[\w.:-]{1,100}$/).optional(),
})
export type ServerReport = z.infer<typeof status>

// What people see.

const splitStatus = z.enum(['WAITING', 'SCHEDULING', 'STARTING', 'STARTED', 'IN_PROGRESS', 'ENDED', 'FAILED'])

/** A split whose server can be reached, for those who may join or watch. */
const reachableSplit = z.object({
  status: splitStatus,
  statusTime: z.string(),
  serverName: z.string(),
  server: z.object({ host: z.string().nullable() }),
  ports,
  /** `null` while nobody can tell. */
  drivers: z.number().int().nullable(),
  passwords: z.object({ server: z.string().optional(), admin: z.string().optional(), spectator: z.string().optional() }),
  /** Opens the game at this server. */
  joinLink: z.string().nullable(),
  /** Content of the ACC file that finds a protected server. */
  serverList: z.object({ leagueServerIP: z.string() }).nullable(),
})
export type ReachableSplit = z.infer<typeof reachableSplit>

const serverView = z.object({
  startsAt: z.string(),
  /** When a host is chosen and the server opens soon after. */
  opensAt: z.string(),
  game: z.enum(GAME_IDS),
  location: z.string(),
  manualSession: z.boolean(),
  hosting: z.enum(HOSTINGS),
  splitNo: z.number().int(),
  splitId: splitId.nullable(),
  splitCount: z.number().int(),
  joinedSplitNo: z.number().int().nullable(),
  split: z.union([reachableSplit, z.object({ status: splitStatus, statusTime: z.string(), server: z.null() })]),
  splitStatuses: z.array(z.object({ splitNo: z.number().int(), splitId, status: splitStatus })),
  /** Why it failed; what its host says of it, and the end of its log, are for admins: others read `''` there. */
  failure: z.object({ reason: z.string(), logTail: z.string().nullable() }).nullable(),
  v: z.number().int(),
  /** `reach`: whether the server is, or will be, shown to the viewer. */
  may: z.object({ restart: z.boolean(), switchSplit: z.boolean(), reach: z.boolean() }),
})
export type ServerView = z.infer<typeof serverView>

const liveView = z.object({
  sessionId,
  splitNo: z.number().int(),
  /** `null` while nobody can tell. */
  drivers: z.number().int().nullable(),
  /** What was told last, and when; the order is for the signed-in, as results are. */
  last: z.object({ at: z.string(), ...live.omit({ order: true }).shape, order: live.shape.order.nullable() }).nullable(),
})
export type LiveView = z.infer<typeof liveView>

/** What whoever is too late for an event may drive instead: the next of its community with a seat for them. */
const nextEvent = z.object({
  id: sessionId,
  sessionName: z.string(),
  trackName: z.string(),
  country: z.string().nullable(),
  startsAt: z.string(),
  seatsFree: z.number().int(),
})
export type NextEvent = z.infer<typeof nextEvent>

export const hostingContract = {
  hostJobs: query('/host/jobs', {
    summary: "A race host's work; stays open until it changes",
    actor: 'host',
    params: z.object({
      /** One name for each installed program: a host is one program. */
      instance: z.uuid(),
      seen: word(2000).optional(),
      /** Fences of the servers the host has, running or not yet reported, separated by commas. */
      have: wordLike(/^(\d+(,\d+)*)?$/, 'value', 2000).default(''),
      waitMs: z.coerce.number().int().min(0).max(5000).default(5000),
    }),
    reply: jobsReply,
    // WRONG_STATE: another program of this host is at work
    refusals: ['HOST_TOKEN_INVALID', 'WRONG_STATE'],
  }),
  ReportStatus: command('host', 'ReportStatus', {
    summary: 'A race host tells what became of a server it was given',
    path: '/host/servers/{id}/status',
    actor: 'host',
    body: status,
    reply: z.object({ wanted: z.enum(['run', 'stop']) }),
    refusals: ['HOST_TOKEN_INVALID', 'LEASE_LOST', 'MALFORMED'],
  }),
  raceServer: query('/query/race/{id}/server', {
    summary: 'State of the race server; name, address and passwords for those who may have them',
    params: z.object({ id: sessionId, splitNo: z.coerce.number().int().min(1).max(100).optional() }),
    reply: serverView,
    refusals: ['NOT_FOUND'],
  }),
  raceNight: query('/query/race/{id}/night', {
    summary:
      'What the event page shows at race time: the server of the reader’s split, where its race is and what its community drives next; nothing long before the start or after the end',
    params: z.object({ id: sessionId }),
    reply: z.object({ server: serverView.nullable(), live: liveView.nullable(), next: nextEvent.nullable() }),
    refusals: ['NOT_FOUND'],
  }),
  publicNight: query('/public/race/{id}/night', {
    summary: 'Where the race of an event is, as a visitor’s page is drawn; each new word is told by `publicLive`',
    params: z.object({ id: sessionId }),
    reply: z.object({ live: liveView.nullable(), next: nextEvent.nullable() }),
    refusals: ['NOT_FOUND'],
  }),
  publicLive: query('/public/splits/{id}/live', {
    summary: 'Where the race of a split is, for visitors: told anew with the topic split:ID',
    params: z.object({ id: splitId }),
    reply: liveView,
    refusals: ['NOT_FOUND'],
  }),
  live: query('/query/splits/{id}/live', {
    summary: 'Where the race of a split is, with the order: told anew with the topic split:ID',
    params: z.object({ id: splitId }),
    reply: liveView,
    refusals: ['NOT_FOUND'],
  }),
  settingsFile: query('/query/race/{id}/settings-file', {
    summary: 'What the server of an event elsewhere is set up with, as its own page takes it; for admins',
    params: z.object({ id: sessionId }),
    reply: z.string(),
    produces: 'application/json',
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'COMMUNITY_CLOSED', 'CONFIG_INVALID'],
  }),
  RestartSession: command('race', 'RestartSession', {
    summary: 'Starts the servers of a race again: one split, or all that failed or wait for their start',
    body: z.strictObject({ splitId: splitId.optional() }),
    refusals: ['NOT_FOUND', 'ADMIN_REQUIRED', 'RESTART_NOT_ALLOWED', 'RESTART_WINDOW_OVER', 'VERSION_CONFLICT'],
  }),
}
