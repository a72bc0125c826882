import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { membersContract as members } from '#modules/members/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { entriesContract as contract } from '../../contract.ts'
import { faultsOf, oneSeat } from '../../entries.fixture.ts'
import { OWLS } from '../teams.fixture.ts'

const GATE = 'at the gate'
const CLUB = 'club password'
/** Each a fault of its own, in the order in which they are told. */
const FAULTS = ['car', 'full', 'gate', 'club', 'terms'] as const
type Fault = (typeof FAULTS)[number]
const CODES: Readonly<Record<Fault, string>> = {
  car: 'CAR_NOT_IN_EVENT car',
  full: 'REGISTRATION_FULL',
  gate: 'WRONG_PASSWORD password',
  club: 'WRONG_PASSWORD membershipPassword',
  terms: 'TERMS_NOT_ACCEPTED tos',
}
const everySet = Array.from({ length: 2 ** FAULTS.length }, (_, bits) => new Set(FAULTS.filter((_one, at) => bits & (1 << at))))

/** Whatever is wrong at once, of an event with a password, of a community with one and with terms, alone or as a team: the first is told, and nobody's seat is touched. */
describe('everything that registering asks, at once', () => {
  let server: TestServer
  let [owner, first] = Array<Person>(2) as [Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    ;[owner, first] = (await Promise.all(['Olga Owner', 'Fay First'].map((name) => person(server, name)))) as [Person, Person]
    apex = await league(server, owner, { type: 'OPEN_EVENTS_COMMUNITY', password: CLUB, tos: 'Do not ram.', members: [first] })
  })
  after(() => server.stop())

  const send = (who: Person, id: SessionId, wrong: ReadonlySet<Fault>, isTeam: boolean, waitingList: boolean) => {
    const car = { model: wrong.has('car') ? 'tank' : '2' }
    const password = wrong.has('gate') ? 'wrong' : GATE
    const beside = { membershipPassword: wrong.has('club') ? 'wrong' : CLUB, tos: !wrong.has('terms'), waitingList }
    return isTeam
      ? who.as.send(contract.RegisterTeam, { id }, { team: { ...OWLS, name: who.name, car, password }, ...beside })
      : who.as.send(contract.AddEntry, { id }, { listType: 'SingleEvent', entry: { car }, password, ...beside })
  }
  const roleOf = async (who: Person) => (await who.as.ask(members.league, { id: apex })).body.role
  const counts = async (id: SessionId) => {
    const row = await server.running.machine.db.selectFrom('sessions').select(['taken', 'waiting']).where('id', '=', id).executeTakeFirstOrThrow()
    return [row.taken, row.waiting]
  }
  /** Guesses are counted by the hour: here somebody has as many as they need. */
  const forget = () => server.running.machine.db.deleteFrom('budgets').where('key', 'like', '%password:%').execute()

  for (const isTeam of [false, true])
    for (const waitingList of [false, true])
      test(`${isTeam ? 'a team' : 'a driver'} that ${waitingList ? 'would wait' : 'wants a seat'}`, async () => {
        const made = () => event(server, owner, apex, { entryPassword: GATE, driverSwap: isTeam })
        const [open, full] = [await made(), await oneSeat(server, await made())]
        assert.equal((await send(first, full, new Set(), isTeam, false)).status, 200)
        // an event that one may wait for is never full
        for (const wrong of everySet.filter((one) => !one.has('full') || !waitingList)) {
          for (const id of wrong.has('full') ? [full] : waitingList ? [open, full] : [open]) {
            const who = await person(server, 'Sam Stranger')
            const before = await counts(id)
            const { status, body } = await send(who, id, wrong, isTeam, waitingList)
            const told = FAULTS.find((fault) => wrong.has(fault))
            const says = status === 200 ? body.status : [body.code, body.params?.['field']].filter(Boolean).join(' ')
            const wanted = told ? CODES[told] : id === full ? 'WAITING_LIST' : 'ACTIVE'
            assert.equal(says, wanted, [...wrong].join(' and '))
            const [taken, waiting] = before as [number, number]
            const after = told ? before : wanted === 'ACTIVE' ? [taken + 1, waiting] : [taken, waiting + 1]
            assert.deepEqual([await counts(id), await roleOf(who)], [after, told ? null : 'member'], [...wrong].join(' and '))
          }
          await forget()
        }
        for (const id of [open, full]) assert.deepEqual(await faultsOf(server, id), [])
      })

  test('whoever puts one fault right after the other is in at last, with the only seat that was free', async () => {
    for (const isTeam of [false, true]) {
      const id = await oneSeat(server, await event(server, owner, apex, { entryPassword: GATE, driverSwap: isTeam }))
      const [who, other] = [await person(server, 'Sam Stranger'), await person(server, 'Ole Other')]
      const wrong = new Set(FAULTS.filter((one) => one !== 'full'))
      for (const fault of FAULTS.filter((one) => one !== 'full')) {
        const { body } = await send(who, id, wrong, isTeam, false)
        assert.equal([body.code, body.params?.['field']].filter(Boolean).join(' '), CODES[fault])
        wrong.delete(fault)
      }
      const both = await Promise.all([who, other].map((one) => send(one, id, wrong, isTeam, false)))
      assert.deepEqual(both.map(({ status, body }) => (status === 200 ? body.status : body.code)).toSorted(), ['ACTIVE', 'REGISTRATION_FULL'])
      assert.deepEqual([await counts(id), await faultsOf(server, id)], [[1, 0], []])
      await forget()
    }
  })
})
