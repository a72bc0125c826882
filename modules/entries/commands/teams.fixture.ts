import type { EntryId, LeagueId, SessionId } from '#core/ids.ts'
import { event, type WrittenEvent } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { entriesContract as contract } from '../contract.ts'

export const PIN = 'K7QP'
export const OWLS = { name: 'Night Owls', pin: PIN, car: { model: '2' } } as const

/** A community whose events teams drive, its people, and what they do there. */
export async function teamWorld(server: TestServer) {
  const names = ['Olga Owner', 'Adam Admin', 'Anna Berg', 'Bert Cox', 'Cora Dunn', 'Dora Eck', 'Sam Stranger']
  const people = await Promise.all(names.map((name) => person(server, name)))
  const [owner, admin, anna, bert, cora, dora, stranger] = people as [Person, Person, Person, Person, Person, Person, Person]
  const apex: LeagueId = await league(server, owner, { members: [anna, bert, cora, dora], admins: [admin] })
  return {
    owner,
    admin,
    anna,
    bert,
    cora,
    dora,
    stranger,
    apex,

    /** An event of ACC in which three share a car. */
    teamEvent: (more: Partial<WrittenEvent> = {}, rules: Readonly<Record<string, number | boolean>> = {}): Promise<SessionId> => {
      const options = Object.fromEntries(Object.entries({ maxDriversCount: 3, ...rules }).map(([key, value]) => [`rules.teamRules.${key}`, value]))
      return event(server, owner, apex, { driverSwap: true, options, ...more })
    },
    team: async (who: Person, id: SessionId, more: object = {}, beside: object = {}) =>
      (await who.as.done(contract.RegisterTeam, { id }, { team: { ...OWLS, ...more }, ...beside })).aggregateId as EntryId,
    join: async (who: Person, id: SessionId, entryId: EntryId, password: string | null = PIN) =>
      (await who.as.send(contract.JoinTeam, { id }, { entryId, password })).body.code ?? 'in',
    listOf: async (who: Person, refId: SessionId) => (await who.as.ask(contract.entryList, { refId })).body,
    entryOf: async (refId: SessionId, id: EntryId) => {
      const { entries, waitingList } = (await server.visitor.ask(contract.publicEntryList, { refId })).body
      return [...entries, ...waitingList].find((one) => one.id === id)
    },
    told: async (who: Person, kind: string) => {
      const rows = await server.running.machine.db
        .selectFrom('notifications')
        .select(['params', 'link'])
        .where('user_id', '=', who.id)
        .where('kind', '=', kind)
        .execute()
      return rows.map(({ params, link }) => [params, link])
    },
  }
}
