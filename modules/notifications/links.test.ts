import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, RoundId, SessionId, TournamentId } from '#core/ids.ts'
import { entriesNotices } from '#modules/entries/contract/notices.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { roundsContract } from '#modules/rounds/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import { tournamentsContract } from '#modules/tournaments/contract.ts'
import { event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { byHand } from '#testing/steps.ts'
import { notificationsContract } from './contract.ts'
import { notify } from './door.ts'

/** What somebody was told leads there as long as they may see it. */
describe('where notifications lead', () => {
  let server: TestServer
  let [owner, member, other] = Array<Person>(3) as [Person, Person, Person]
  let apex: LeagueId
  before(async () => {
    server = await testServer()
    ;[owner, member, other] = (await Promise.all(['Olga', 'Mia', 'Otto'].map((name) => person(server, name)))) as [Person, Person, Person]
    apex = await league(server, owner, { members: [member] })
  })
  after(() => server.stop())

  const tell = (links: readonly string[]) =>
    byHand(server, async (context) => {
      for (const link of links)
        for (const { id: userId } of [member, other])
          notify(context, entriesNotices.promoted, { userId, params: { event: 'Monza' }, link, effectKey: `${link} ${userId}` })
    })
  const linksOf = async (who: Person) =>
    (await who.as.ask(notificationsContract.notifications, { limit: 50 })).body.notifications.flatMap(({ link }) => link ?? []).toSorted()
  const version = async () => (await owner.as.ask(membersContract.league, { id: apex })).body.v

  test('nowhere while the community is hidden from the reader, or once it is deleted; everywhere else as before', async () => {
    const race = await event(server, owner, apex)
    const draft = await event(server, owner, apex, { publish: false })
    const season = { leagueId: apex, type: 'SERIES', game: 'acc', name: 'Winter', maxEntries: 10 } as const
    const series = (await owner.as.done(tournamentsContract.AddTournament, {}, season)).aggregateId as TournamentId
    const round = (await owner.as.done(roundsContract.AddRound, {}, { leagueId: apex })).aggregateId as RoundId
    const things = [`/communities/${apex}#events`, `/events/${race}`, `/rounds/${round}`, `/series/${series}`]
    const places = ['/events', '/settings#social-settings']
    await tell([...things, ...places, `/events/${draft}#daily`])
    const all = [...things, ...places].toSorted()
    for (const who of [member, other]) assert.deepEqual(await linksOf(who), all)

    await owner.as.done(leaguesContract.ChangeVisibility, { id: apex, v: await version() }, { visibility: 'HIDDEN' })
    assert.deepEqual(await linksOf(member), all)
    assert.deepEqual(await linksOf(other), places)
    await owner.as.done(leaguesContract.ChangeVisibility, { id: apex, v: await version() }, { visibility: 'PUBLIC' })
    assert.deepEqual(await linksOf(other), all)

    const v = async (id: SessionId) => (await owner.as.ask(sessionsContract.race, { id })).body.v
    await owner.as.done(sessionsContract.DeleteSession, { id: race, v: await v(race) }, {})
    await owner.as.done(tournamentsContract.DeleteTournament, { id: series, v: 1 }, {})
    await owner.as.done(roundsContract.RemoveRound, { id: round, v: 1 }, {})
    assert.deepEqual(await linksOf(member), [...places, things[0]!].toSorted())
  })
})
