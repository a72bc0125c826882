import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SplitStatus } from '#modules/sessions/rules.ts'
import { freePorts, inOrder, isFit, isFurther, movesTo, watch, type HostFacts, type ServerFacts } from './decide.ts'
import type { Launched } from '#modules/billing/rules.ts'
import { mayLaunch, mayRestart, maySeeServer } from './policy.ts'
import { contentManagerLink, MISSES, steamLink } from './rules.ts'

const NOW = new Date('2026-11-20T20:00:00Z')
const ago = (ms: number): Date => new Date(NOW.getTime() - ms)
const MINUTE = 60_000

describe('hosts', () => {
  const host = (id: string, change: Partial<HostFacts> = {}): HostFacts => ({
    id,
    region: 'DE-Frankfurt',
    games: ['acc'],
    capacity: 4,
    live: 0,
    lastSeenAt: ago(1000),
    ...change,
  })
  test('a host fits when it offers the game, has room and was seen within a lease', () => {
    const rows: readonly [string, Partial<HostFacts>, boolean][] = [
      ['plain', {}, true],
      ['another game', { games: ['assetto_corsa'] }, false],
      ['one place left', { live: 3 }, true],
      ['full', { live: 4 }, false],
      ['never seen', { lastSeenAt: null }, false],
      ['seen 30 s ago', { lastSeenAt: ago(30_000) }, true],
      ['seen 30.001 s ago', { lastSeenAt: ago(30_001) }, false],
    ]
    for (const [name, change, fits] of rows) assert.equal(isFit(host('a', change), 'acc', NOW), fits, name)
  })
  test('the wanted region first, the emptiest of it first, any other after', () => {
    const hosts = [host('far', { region: 'US-East' }), host('busy', { live: 2 }), host('free'), host('full', { live: 4 })]
    const found = inOrder(hosts, { region: 'DE-Frankfurt', game: 'acc' }, NOW)
    assert.deepEqual(
      found.map(({ id }) => id),
      ['free', 'busy', 'far'],
    )
  })
  test('ports are the lowest free ones, all or none', () => {
    assert.deepEqual(freePorts(['udp', 'tcp'], { from: 9600, to: 9603 }, new Set([9601])), { udp: 9600, tcp: 9602 })
    assert.equal(freePorts(['udp', 'tcp'], { from: 9600, to: 9601 }, new Set([9600])), null)
  })
})

describe('a look at a live server', () => {
  const server = (change: Partial<ServerFacts> = {}): ServerFacts => ({
    phase: 'IN_PROGRESS',
    assignedAt: ago(20 * MINUTE),
    leaseUntil: new Date(NOW.getTime() + 1),
    misses: 0,
    begunAt: ago(10 * MINUTE - 1),
    drivers: 0,
    driversAt: null,
    ...change,
  })
  const rows: readonly [string, Partial<ServerFacts>, object][] = [
    ['nobody for 9:59.999', {}, { do: 'nothing' }],
    ['nobody for 10:00', { begunAt: ago(10 * MINUTE) }, { do: 'stop', reason: 'NO_DRIVERS' }],
    ['nobody can tell', { begunAt: ago(60 * MINUTE), drivers: null }, { do: 'nothing' }],
    ['somebody is there', { begunAt: ago(60 * MINUTE), drivers: 1 }, { do: 'nothing' }],
    ['the last one left a minute ago', { begunAt: ago(60 * MINUTE), driversAt: ago(MINUTE) }, { do: 'nothing' }],
    ['the last one left 10 min ago', { begunAt: ago(60 * MINUTE), driversAt: ago(10 * MINUTE) }, { do: 'stop', reason: 'NO_DRIVERS' }],
    ['waits for its start with nobody', { phase: 'STARTED', begunAt: null, assignedAt: ago(60 * MINUTE) }, { do: 'nothing' }],
    ['no answer for 9:59.999', { phase: 'STARTING', begunAt: null, assignedAt: ago(10 * MINUTE - 1) }, { do: 'nothing' }],
    ['no answer for 10:00', { phase: 'ASSIGNED', begunAt: null, assignedAt: ago(10 * MINUTE) }, { do: 'fail', reason: 'NO_ANSWER' }],
    ['lease runs out this moment', { leaseUntil: NOW }, { do: 'nothing' }],
    ['lease ran out', { leaseUntil: ago(1) }, { do: 'miss' }],
    ['lease ran out hours ago, the platform was down', { leaseUntil: ago(9e6), begunAt: ago(1) }, { do: 'miss' }],
    ['missed for ten minutes', { leaseUntil: ago(1), misses: MISSES - 1 }, { do: 'fail', reason: 'HOST_LOST' }],
    ['is being stopped', { phase: 'STOPPING', begunAt: ago(60 * MINUTE) }, { do: 'nothing' }],
  ]
  for (const [name, change, finding] of rows) test(name, () => assert.deepEqual(watch(server(change), NOW), finding))
})

test('a split goes through the states between', () => {
  const rows: readonly [SplitStatus, SplitStatus, readonly SplitStatus[]][] = [
    ['WAITING', 'SCHEDULING', ['SCHEDULING']],
    ['SCHEDULING', 'STARTED', ['STARTING', 'STARTED']],
    ['STARTING', 'ENDED', ['STARTED', 'ENDED']],
    ['IN_PROGRESS', 'ENDED', ['ENDED']],
    ['STARTED', 'STARTING', []],
    ['IN_PROGRESS', 'STARTED', []],
    ['SCHEDULING', 'FAILED', ['FAILED']],
    ['IN_PROGRESS', 'FAILED', ['ENDED']],
    ['FAILED', 'SCHEDULING', ['SCHEDULING']],
    ['FAILED', 'STARTED', []],
    ['STARTED', 'SCHEDULING', ['SCHEDULING']],
    ['ENDED', 'SCHEDULING', []],
  ]
  for (const [from, to, steps] of rows) assert.deepEqual(movesTo(from, to), steps, `${from} to ${to}`)
})

test('only a report that leads further counts', () => {
  assert.deepEqual(
    [isFurther('ASSIGNED', 'STARTING'), isFurther('STARTED', 'STARTED'), isFurther('IN_PROGRESS', 'STARTED'), isFurther('STOPPING', 'STARTING')],
    [true, false, false, false],
  )
})

test('restart: failed or started, under 24 hours', () => {
  const day = 24 * 60 * MINUTE
  const rows: readonly [SplitStatus, number, string | true][] = [
    ['FAILED', day - 1, true],
    ['FAILED', day, 'RESTART_WINDOW_OVER'],
    ['FAILED', day + 1, 'RESTART_WINDOW_OVER'],
    ['STARTED', 0, true],
    ['IN_PROGRESS', 0, 'RESTART_NOT_ALLOWED'],
    ['ENDED', 0, 'RESTART_NOT_ALLOWED'],
    ['SCHEDULING', 0, 'RESTART_NOT_ALLOWED'],
  ]
  for (const [status, ageMs, wanted] of rows) {
    const may = mayRestart({ status, statusAt: ago(ageMs) }, { hosting: 'AUTOMATIC', status }, NOW)
    assert.equal(may === true || may.refusal.code, wanted, `${status} after ${ageMs}`)
  }
  // one of several splits: the others are on, or have ended and the event with them; and one that is not ours to start
  for (const [hosting, status, wanted] of [
    ['AUTOMATIC', 'IN_PROGRESS', true],
    ['AUTOMATIC', 'ENDED', 'RESTART_NOT_ALLOWED'],
    ['ELSEWHERE', 'IN_PROGRESS', 'RESTART_NOT_ALLOWED'],
  ] as const) {
    const may = mayRestart({ status: 'FAILED', statusAt: ago(MINUTE) }, { hosting, status }, NOW)
    assert.equal(may === true || may.refusal.code, wanted, `${hosting} ${status}`)
  }
})

test('who may see a server: participants of its split and admins, while it can be reached', () => {
  const split = { splitNo: 2, status: 'STARTED' as const }
  const rows: readonly [string, Parameters<typeof maySeeServer>, boolean][] = [
    ['participant of the split', [split, { role: 'member', joinedSplitNo: 2, spectates: false }], true],
    ['participant of another split', [split, { role: 'member', joinedSplitNo: 1, spectates: false }], false],
    ['member', [split, { role: 'member', joinedSplitNo: null, spectates: false }], false],
    [
      'participant of one elsewhere',
      [
        { splitNo: 2, status: 'WAITING', isSetUp: true },
        { role: null, joinedSplitNo: 2, spectates: false },
      ],
      true,
    ],
    [
      'member of one elsewhere',
      [
        { splitNo: 2, status: 'WAITING', isSetUp: true },
        { role: 'member', joinedSplitNo: null, spectates: false },
      ],
      false,
    ],
    ['spectator', [split, { role: 'member', joinedSplitNo: null, spectates: true }], true],
    ['steward', [split, { role: 'steward', joinedSplitNo: null, spectates: false }], false],
    ['admin', [split, { role: 'admin', joinedSplitNo: null, spectates: false }], true],
    ['stranger', [split, { role: null, joinedSplitNo: null, spectates: false }], false],
    [
      'participant while starting',
      [
        { ...split, status: 'STARTING' },
        { role: null, joinedSplitNo: 2, spectates: false },
      ],
      false,
    ],
    [
      'participant after the end',
      [
        { ...split, status: 'ENDED' },
        { role: null, joinedSplitNo: 2, spectates: false },
      ],
      false,
    ],
  ]
  for (const [name, given, sees] of rows) assert.equal(maySeeServer(...given), sees, name)
})

test('the plan at the launch', () => {
  const event: Launched = {
    maxEntries: 30,
    durationMin: 120,
    splitCount: 1,
    splits: null,
    driverSwap: false,
    serverProtection: false,
  }
  const rows: readonly [string, Partial<Launched>, boolean, boolean][] = [
    ['all a free community may', {}, true, true],
    ['31 cars', { maxEntries: 31 }, false, true],
    ['121 minutes', { durationMin: 121 }, false, true],
    ['two splits', { splitCount: 2, splits: { most: 30 }, maxEntries: 60 }, false, true],
    ['driver swap', { driverSwap: true }, false, true],
    ['protection', { serverProtection: true }, false, true],
    ['101 cars', { maxEntries: 101 }, false, false],
  ]
  for (const [name, change, free, plus] of rows)
    assert.deepEqual([mayLaunch('FREE', { ...event, ...change }), mayLaunch('LEAGUE_PLUS', { ...event, ...change })], [free, plus], name)
})

test('what stands in an address cannot leave its place in the link', () => {
  assert.equal(contentManagerLink('::1&httpPort=1#', 8081), 'acmanager://race/online/join?ip=%3A%3A1%26httpPort%3D1%23&httpPort=8081')
})

test('a link to Steam starts the one game with the options meant, whatever address and password are', () => {
  const optionsOf = (link: string | null) => decodeURIComponent(/^steam:\/\/run\/1066890\/\/([^/]+)\/$/.exec(link ?? '')?.[1] ?? '')
  const at = { app: 1_066_890, address: '203.0.113.7', port: 27_015 }
  assert.equal(optionsOf(steamLink(at)), '-connect 203.0.113.7:27015')
  assert.equal(optionsOf(steamLink({ ...at, password: 'drive_9', vr: true })), '-vr -connect 203.0.113.7:27015 -password drive_9')
  assert.equal(optionsOf(steamLink({ ...at, address: '2001:db8::1' })), '-connect [2001:db8::1]:27015')
  // typed by the player instead
  for (const password of ['-novr', 'a b', 'a"b', 'x/../y', '']) assert.equal(optionsOf(steamLink({ ...at, password })), '-connect 203.0.113.7:27015')
  for (const address of ['-exec', 'a b', 'a/b', '', 'a"b']) assert.equal(steamLink({ ...at, address }), null)
  for (const port of [0, 65_536, 1.5, Number.NaN]) assert.equal(steamLink({ ...at, port }), null)
})
