import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, TournamentId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { answeredAlone, timesStitched } from '#server/http/signed-in/answered.fixture.ts'
import { membersContract } from '#modules/members/contract.ts'
import { event } from '#testing/event.ts'
import { league as found } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { tournamentsContract as calls } from '../contract.ts'
import { addRound, driveRound, seasonWith } from './season.fixture.ts'

describe('standings for many who are signed in', () => {
  let server: TestServer
  let people: Readonly<Record<string, Person>>
  let seasons: Readonly<Record<'open' | 'hidden' | 'published', TournamentId>>
  before(async () => {
    server = await testServer({ breaks: ['seats-counted'] })
    const names = ['owner', 'admin', 'first', 'second', 'member', 'stranger']
    const made = await Promise.all(names.map((name) => person(server, `${name} Canary`)))
    people = Object.fromEntries(made.map((one, at) => [names[at]!, one]))
    const { owner, admin, first, second, member } = people as Readonly<Record<string, Person>>
    const seasonOf = async (hidden: boolean, drafts = true): Promise<TournamentId> => {
      const members = [first!, second!, member!]
      const league: LeagueId = await found(server, owner!, { admins: [admin!], members, hidden })
      const at = { server, owner: owner!, league }
      const id = await seasonWith(at, [first!, second!], { game: 'acc', pointSystem: { overallPointTable: [10, 6] } })
      await driveRound(at, id, [first!, second!], 'acc')
      if (drafts) await addRound(at, id, await event(server, owner!, league, { publish: false }))
      return id
    }
    seasons = { open: await seasonOf(false), hidden: await seasonOf(true), published: await seasonOf(false, false) }
  })
  after(() => server.stop())

  for (const who of ['owner', 'admin', 'first', 'second', 'member', 'stranger'])
    test(`${who} is answered what the room says, cold and kept, on every page`, async () => {
      const some = people[who]!
      for (const id of Object.values(seasons))
        for (const scope of ['drivers', 'teams'] as const)
          for (const offset of ['0', '1'])
            for (let time = 0; time < 2; time++) {
              const params = { id, scope, limit: '1', offset }
              const { body, status } = await some.as.ask(calls.standings, params)
              const alone = await answeredAlone(server, some, calls.standings.path, params)
              assert.deepEqual(status === 200 ? body : (body as { code?: string }).code, alone)
            }
      // where its admins see what others do not, they share an answer among them; members do of a hidden community
      for (const id of Object.values(seasons)) {
        const before = await timesStitched(server)
        for (let time = 0; time < 2; time++) await some.as.ask(calls.standings, { id })
        assert.equal((await timesStitched(server)) - before, who === 'stranger' && id === seasons.hidden ? 0 : 2)
      }
    })

  test('a round that is not published stands for those who look after the season, from and until the moment they do', async () => {
    const { owner, member } = people as Readonly<Record<string, Person>>
    const rounds = async (who: Person) => (await who.as.ask(calls.standings, { id: seasons.open })).body.rounds.length
    const { leagueId: id } = (await owner!.as.ask(calls.tournament, { id: seasons.open })).body
    const at = async () => ({ id, v: (await owner!.as.ask(membersContract.league, { id })).body.v })
    assert.deepEqual([await rounds(owner!), await rounds(member!)], [2, 1])
    await owner!.as.done(membersContract.AddAdmin, await at(), { userId: member!.id })
    assert.deepEqual([await rounds(owner!), await rounds(member!)], [2, 2])
    await owner!.as.done(membersContract.RemoveAdmin, await at(), { userId: member!.id })
    assert.deepEqual([await rounds(owner!), await rounds(member!)], [2, 1])
  })

  test('who leaves a hidden community is answered no more of it, though it is kept', async () => {
    const { owner, first, second } = people as Readonly<Record<string, Person>>
    const status = async (who: Person) => (await who.as.ask(calls.standings, { id: seasons.hidden })).status
    assert.deepEqual([await status(first!), await status(second!)], [200, 200])
    const { leagueId: id } = (await owner!.as.ask(calls.tournament, { id: seasons.hidden })).body
    const { v } = (await owner!.as.ask(membersContract.league, { id })).body
    await owner!.as.done(membersContract.RemoveMember, { id, v }, { userId: first!.id })
    assert.deepEqual([await status(first!), await status(second!)], [404, 200])
  })

  test('a name changed by somebody on another page stands in the next answer to them', async () => {
    const { second } = people as Readonly<Record<string, Person>>
    const page = async () => (await second!.as.ask(calls.standings, { id: seasons.open, limit: '1' })).body
    assert.deepEqual([(await page()).mine?.position, (await page()).mine?.name], [2, 'second Canary'])
    await second!.as.done(accountsContract.ChangeName, { id: second!.id }, { name: 'Renamed' })
    assert.equal((await page()).mine?.name, 'Renamed')
  })
})
