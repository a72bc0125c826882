import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { newId } from '#server/db/change.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { registerConfig } from '#modules/leagues/door.ts'
import type { Caller, Reply } from '#testing/door.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { membersContract as members } from './contract.ts'
import { leagueOf, people, type Fields, type People, type TestLeague } from './league.fixture.ts'

registerConfig('TEST_ROLES', { schema: z.strictObject({ laps: z.number().int() }), defaults: { laps: 3 } })

const ASKERS = ['visitor', 'user', 'banned', 'applicant', 'member', 'steward', 'admin', 'owner', 'foreign'] as const
type Asker = (typeof ASKERS)[number]
type Call = { readonly fields?: Fields; readonly run: (as: Caller, league: TestLeague, all: People, self: string) => Promise<Reply<unknown>> }
/** One code for each asker, in their order. */
type Row = readonly [name: string, expected: readonly string[], call: Call]

const FIELDS = { name: 'Test Racing', shortName: 'EDITED', languages: ['en' as const], directJoin: true }
const BAN = { reason: 'twenty characters at least', days: 7 } as const

const only = (refusal: string, ...from: readonly Asker[]) =>
  ASKERS.map((asker) => (asker === 'visitor' ? 'LOGIN_REQUIRED' : from.includes(asker) ? 'ok' : refusal))
const owner = only('OWNER_REQUIRED', 'owner')
const admins = only('ADMIN_REQUIRED', 'admin', 'owner')
const signedIn = only('', ...ASKERS)
const everybody = ASKERS.map(() => 'ok')
const change = (expected: readonly string[], changes: Partial<Record<Asker, string>>) =>
  expected.map((code, index) => changes[ASKERS[index]!] ?? code)

const league = (contract: (typeof leaguesContract)['CloseLeague'], body: object = {}): Call => ({
  run: (as, { id }) => as.send(contract, { id, v: 1 }, body as never),
})
const about = (contract: unknown, target: keyof People | 'self', body: object = {}): Call => ({
  run: (as, { id }, all, self) =>
    as.send(contract as typeof members.AddAdmin, { id, v: 1 }, { userId: target === 'self' ? (self as never) : all[target].id, ...body }),
})
const application = (contract: typeof members.AcceptApplication): Call => ({
  fields: { directJoin: false },
  run: (as, one) => as.send(contract, { id: one.application, v: 1 }, {}),
})

const COMMANDS: readonly Row[] = [
  ['EditLeague', owner, { run: (as, { id }) => as.send(leaguesContract.EditLeague, { id, v: 1 }, { ...FIELDS, shortName: id.slice(-6) }) }],
  ['ChangeVisibility', owner, league(leaguesContract.ChangeVisibility as never, { visibility: 'HIDDEN' })],
  ['ChangeLogo', owner, league(leaguesContract.ChangeLogo as never, { img: null })],
  ['ChangeBackground', owner, league(leaguesContract.ChangeBackground as never, { img: null })],
  ['SetTermsOfService', owner, league(leaguesContract.SetTermsOfService as never, { tos: 'Race fair.' })],
  ['CloseLeague', owner, league(leaguesContract.CloseLeague)],
  [
    'image-upload-url',
    owner,
    { run: (as, { id }) => as.send(leaguesContract.RequestImageUpload, {}, { entityId: id, entityType: 'LEAGUE', types: ['logo'] }) },
  ],
  [
    'SetConfig',
    admins,
    {
      run: (as, { id }) =>
        as.send(leaguesContract.SetConfig, { leagueId: id, configType: 'TEST_ROLES', scope: 'LEAGUE', scopeEntityId: id }, { config: { laps: 5 } }),
    },
  ],
  [
    'JoinLeague',
    change(only('ALREADY_MEMBER', 'user', 'applicant', 'foreign'), { banned: 'MEMBER_BANNED' }),
    { run: (as, { id }) => as.send(members.JoinLeague, { id, v: 1 }, {}) },
  ],
  [
    'AddApplication',
    change(only('ALREADY_MEMBER', 'user', 'foreign'), { banned: 'MEMBER_BANNED', applicant: 'APPLICATION_PENDING' }),
    {
      fields: { directJoin: false },
      run: (as, { id }) => as.send(members.AddApplication, {}, { leagueId: id, refId: id, refType: 'LEAGUE' }),
    },
  ],
  [
    'LeaveLeague',
    change(only('NOT_A_MEMBER', 'member', 'steward', 'admin'), { owner: 'OWNER_CANNOT_LEAVE' }),
    { run: (as, { id }) => as.send(members.LeaveLeague, { id, v: 1 }, {}) },
  ],
  ['SubmitConsent', only('NOT_A_MEMBER', 'member', 'steward', 'admin', 'owner'), about(members.SubmitConsent, 'self')],
  [
    'SubmitConsent of another',
    change(only('NOT_A_MEMBER'), forAll(['member', 'steward', 'admin', 'owner'], 'FORBIDDEN')),
    about(members.SubmitConsent, 'otherMember'),
  ],
  ['AppointOwner', owner, about(members.AppointOwner, 'otherMember')],
  ['AddAdmin', admins, about(members.AddAdmin, 'otherMember')],
  ['AddAdmin of the owner', change(admins, { admin: 'WRONG_STATE', owner: 'WRONG_STATE' }), about(members.AddAdmin, 'owner')],
  ['AddAdmin of a stranger', change(admins, { admin: 'NOT_A_MEMBER', owner: 'NOT_A_MEMBER' }), about(members.AddAdmin, 'user')],
  ['RemoveAdmin', owner, about(members.RemoveAdmin, 'otherAdmin')],
  ['RemoveAdmin of the owner', change(owner, { owner: 'WRONG_STATE' }), about(members.RemoveAdmin, 'owner')],
  ['AddSteward', admins, about(members.AddSteward, 'otherMember')],
  ['AddSteward of an admin', change(admins, { admin: 'WRONG_STATE', owner: 'WRONG_STATE' }), about(members.AddSteward, 'otherAdmin')],
  ['RemoveSteward', admins, about(members.RemoveSteward, 'otherSteward')],
  ['RemoveMember', admins, about(members.RemoveMember, 'otherMember')],
  ['RemoveMember of an admin', change(admins, { admin: 'OWNER_REQUIRED' }), about(members.RemoveMember, 'otherAdmin')],
  ['RemoveMember of the owner', change(admins, { admin: 'OWNER_CANNOT_LEAVE', owner: 'OWNER_CANNOT_LEAVE' }), about(members.RemoveMember, 'owner')],
  ['BanMember', admins, about(members.BanMember, 'otherMember', BAN)],
  ['BanMember of a stranger', admins, about(members.BanMember, 'user', BAN)],
  ['BanMember of an admin', change(admins, { admin: 'OWNER_REQUIRED' }), about(members.BanMember, 'otherAdmin', BAN)],
  ['BanMember of the owner', change(admins, { admin: 'OWNER_CANNOT_LEAVE', owner: 'OWNER_CANNOT_LEAVE' }), about(members.BanMember, 'owner', BAN)],
  ['UnbanMember', admins, about(members.UnbanMember, 'banned')],
  ['UnbanMember of one who is not', change(admins, { admin: 'WRONG_STATE', owner: 'WRONG_STATE' }), about(members.UnbanMember, 'member')],
]

const APPLICATIONS: readonly Row[] = [
  ...[members.AcceptApplication, members.DeclineApplication].map((contract): Row => [
    contract.name,
    change(only('NOT_FOUND', 'admin', 'owner'), forAll(['applicant', 'member', 'steward'], 'ADMIN_REQUIRED')),
    application(contract),
  ]),
  ['WithdrawApplication', only('NOT_FOUND', 'applicant'), application(members.WithdrawApplication)],
]

const QUERIES: readonly Row[] = [
  ['league', signedIn, { run: (as, { id }) => as.ask(members.league, { id }) }],
  ['members', signedIn, { run: (as, { id }) => as.ask(members.members, { id }) }],
  ['applications', admins, { run: (as, { id }) => as.ask(members.applications, { leagueId: id }) }],
  ['bans', admins, { run: (as, { id }) => as.ask(members.bans, { leagueId: id }) }],
  [
    'league-config',
    signedIn,
    { run: (as, { id }) => as.ask(leaguesContract.leagueConfig, { leagueId: id, configType: 'TEST_ROLES', scope: 'LEAGUE', scopeEntityId: id }) },
  ],
]
const PUBLIC: readonly Row[] = [
  ['public league', everybody, { run: (as, { id }) => as.ask(leaguesContract.publicLeague, { id }) }],
  ['public members', everybody, { run: (as, { id }) => as.ask(members.publicMembers, { id }) }],
]

function forAll(askers: readonly Asker[], code: string): Partial<Record<Asker, string>> {
  return Object.fromEntries(askers.map((asker) => [asker, code]))
}

describe('who may do what in a community', () => {
  let server: TestServer
  let all: People
  before(async () => {
    server = await testServer()
    all = await people(server)
  })
  after(() => server.stop())

  const asks = (asker: Asker): Caller => (asker === 'visitor' ? server.visitor : all[asker].as)
  const codesOf = async ({ fields, run }: Call, also: Fields): Promise<readonly string[]> => {
    const codes: string[] = []
    for (const asker of ASKERS) {
      const one = await leagueOf(server, all, { ...fields, ...also })
      const reply = await run(asks(asker), one, all, all[asker === 'visitor' ? 'user' : asker].id)
      codes.push(reply.status === 200 ? 'ok' : String(reply.body.code))
    }
    return codes
  }
  const strangers: ReadonlySet<Asker> = new Set(['user', 'banned', 'applicant', 'foreign'])
  const hidden = (expected: readonly string[]) => expected.map((code, index) => (strangers.has(ASKERS[index]!) ? 'NOT_FOUND' : code))
  const visitorElse = (code: string) => ASKERS.map((asker) => (asker === 'visitor' ? 'LOGIN_REQUIRED' : code))

  for (const [name, expected, call] of [...COMMANDS, ...APPLICATIONS, ...QUERIES, ...PUBLIC])
    test(`${name}`, async () => assert.deepEqual(await codesOf(call, {}), expected))

  for (const [name, expected, call] of [...COMMANDS, ...QUERIES])
    test(`${name}, hidden: missing for whoever is not in it`, async () =>
      assert.deepEqual(await codesOf(call, { visibility: 'HIDDEN' }), hidden(expected)))

  for (const [name, , call] of PUBLIC)
    test(`${name}, hidden: missing for everybody`, async () =>
      assert.deepEqual(
        await codesOf(call, { visibility: 'HIDDEN' }),
        ASKERS.map(() => 'NOT_FOUND'),
      ))

  for (const [name, , call] of COMMANDS)
    test(`${name}, closed: nobody`, async () => assert.deepEqual(await codesOf(call, { closed: true }), visitorElse('COMMUNITY_CLOSED')))

  test('hidden and missing give the very same answer', async () => {
    const one = await leagueOf(server, all, { visibility: 'HIDDEN' })
    const none = { id: newId<'league'>(), application: newId<'application'>() }
    for (const [name, , { run }] of [...COMMANDS, ...APPLICATIONS, ...QUERIES]) {
      if (name === 'WithdrawApplication') continue
      const [hiddenReply, missingReply] = [await run(all.user.as, one, all, all.user.id), await run(all.user.as, none, all, all.user.id)]
      assert.deepEqual([hiddenReply.status, hiddenReply.body], [missingReply.status, missingReply.body], name)
    }
  })
})
