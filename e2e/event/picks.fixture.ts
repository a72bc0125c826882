import type { Page } from 'playwright-core'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { alive, type DESKTOP, type PHONE, type Windows } from '../browser.ts'

export type Picking = {
  readonly owner: Person
  readonly admin: Person
  readonly drivers: readonly Person[]
  readonly apex: LeagueId
  /** The first three of them drive in it. */
  readonly heat: SessionId
}

/** A community whose admins pick drivers, and an event to pick them from. */
export async function picking(server: TestServer): Promise<Picking> {
  const [owner, admin] = (await Promise.all(['Olga Owner', 'Adam Admin'].map((name) => person(server, name)))) as [Person, Person]
  const drivers = await Promise.all(['Anna Berg', 'Ben Costa', 'Cleo Dahl', 'Dan Evers', 'Eve Fuchs'].map((name) => person(server, name)))
  const apex = await league(server, owner, { members: drivers, admins: [admin] })
  const heat = await event(server, owner, apex, { sessionName: 'Heat' })
  for (const one of drivers.slice(0, 3)) await one.as.done(entriesContract.AddEntry, { refId: heat }, entryBody('34'))
  return { owner, admin, drivers, apex, heat }
}

/** Opens a page and waits until it answers. */
export const opener =
  (windows: () => Windows) =>
  async (who: Person, path: string, viewport: typeof PHONE | typeof DESKTOP): Promise<Page> => {
    const page = await windows().open(viewport, who)
    await page.goto(path)
    await alive(page)
    return page
  }

export const dialogOf = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
