import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { LeagueId, SessionId } from '#core/ids.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { entryBody, event } from '#testing/event.ts'
import { apply, league } from '#testing/league.ts'
import { person, type Person } from '#testing/people.ts'
import { testServer, type TestServer } from '#testing/server.ts'
import { alive, DESKTOP, openWindows, PHONE, type Windows } from './browser.ts'
import { focus, focusIs } from './focus.ts'

/** Where the focus is at first: on a field, on the button that changes nothing, on the heading. */
type Start = 'input' | 'textarea' | 'select' | 'button' | 'h2'
type Row = {
  readonly as: 'owner' | 'member' | 'stranger' | null
  readonly at: string
  /** What is pressed, one after the other; the focus comes back to the first. */
  readonly press: readonly string[]
  readonly start: Start
}

describe('dialogs, by keys alone', () => {
  let server: TestServer
  let windows: Windows
  let people: Readonly<Record<'owner' | 'member' | 'stranger' | 'applicant', Person>>
  let places: Readonly<Record<string, string>>
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const [owner, member, stranger, applicant] = (await Promise.all(
      ['Ada Admin', 'Bea Berg', 'Carl Cole', 'Dora Dahl'].map((name) => person(server, name)),
    )) as [Person, Person, Person, Person]
    people = { owner, member, stranger, applicant }
    const apex: LeagueId = await league(server, owner, { name: 'Apex', members: [member, stranger] })
    const gate = await league(server, owner, { name: 'Gate', directJoin: false })
    const locked = await league(server, owner, { name: 'Locked', password: 'sesame' })
    await apply(applicant, gate)
    const race: SessionId = await event(server, owner, apex)
    await server.running.machine.db.updateTable('sessions').set({ registration_opens_at: server.clock.now() }).execute()
    await member.as.done(entriesContract.AddEntry, { id: race }, entryBody('2'))
    places = { apex: `/communities/${apex}`, gate: `/communities/${gate}`, locked: `/communities/${locked}`, race: `/events/${race}` }
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const ROWS: readonly Row[] = [
    { as: null, at: 'race', press: ['Search'], start: 'input' },
    { as: 'member', at: 'apex', press: ['Leave'], start: 'button' },
    { as: 'member', at: 'race', press: ['Cancel registration'], start: 'button' },
    { as: 'member', at: 'race', press: ['Change car or livery'], start: 'input' },
    { as: 'stranger', at: 'race', press: ['Register'], start: 'input' },
    { as: 'stranger', at: 'locked', press: ['Join'], start: 'input' },
    { as: 'owner', at: 'apex#members', press: ['Actions for Bea Berg', 'Ban …'], start: 'textarea' },
    { as: 'owner', at: 'apex#members', press: ['Actions for Bea Berg', 'Remove …'], start: 'textarea' },
    { as: 'owner', at: 'apex#members', press: ['Actions for Bea Berg', 'Game accounts …'], start: 'input' },
    { as: 'owner', at: 'gate#manage-applications', press: ['Decline Dora Dahl'], start: 'textarea' },
    { as: 'owner', at: 'apex#manage-ends', press: ['Hide'], start: 'button' },
    { as: 'owner', at: 'apex#manage-ends', press: ['Close community'], start: 'input' },
    { as: 'owner', at: 'race', press: ['Balance of performance'], start: 'select' },
    { as: 'owner', at: 'race', press: ['Picture'], start: 'h2' },
    { as: 'owner', at: 'race', press: ['Duplicate'], start: 'input' },
    { as: 'owner', at: 'race', press: ['Move the start'], start: 'input' },
    { as: 'owner', at: 'race', press: ['Delete'], start: 'input' },
    { as: 'owner', at: 'race#participants', press: ['Remove Bea Berg'], start: 'textarea' },
    { as: 'member', at: '/settings#social-settings', press: ['Unlink Steam'], start: 'button' },
    { as: 'member', at: '/settings#privacy', press: ['Remove my account'], start: 'input' },
  ]

  for (const { as, at, press, start } of ROWS) {
    for (const viewport of [DESKTOP, PHONE]) {
      test(`${press.join(', ')} at ${at}, ${viewport.width} px`, async () => {
        const page = await windows.open(viewport, as ? people[as] : undefined)
        const [place = '', hash] = at.split('#')
        await page.goto(`${places[place] ?? place}${hash ? `#${hash}` : ''}`)
        await alive(page)
        for (const name of press) {
          await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().focus()
          await page.keyboard.press('Enter')
        }
        await page.getByRole('dialog').waitFor()
        await focusIs(page, (tag, _, inDialog) => inDialog && tag === start)
        // it goes round inside
        for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
        assert.ok((await focus(page)).inDialog || (await focus(page)).tag === 'body')
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await focusIs(page, (_, name) => name === press[0])
        await page.context().close()
      })
    }
  }

  test('no dialog is shown in another way', () => {
    const files = globSync('{web,modules}/**/*.{ts,tsx}')
    const which = (words: RegExp) => files.filter((file) => words.test(readFileSync(file, 'utf8'))).toSorted()
    assert.deepEqual(which(/\.showModal\(/), ['web/ui/overlay/open-dialogs.ts'])
    assert.deepEqual(
      which(/<dialog\b/),
      which(/\bshowModal\(dialog/).filter((file) => file.endsWith('.tsx')),
    )
  })

  test('where the pressed button has vanished, the focus is on the heading of what it stood in', async () => {
    const page = await windows.open(DESKTOP, people.owner)
    await page.goto(`${places['gate']}#manage-applications`)
    await alive(page)
    await page.getByRole('button', { name: 'Decline Dora Dahl' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('textbox').fill('The grid is full')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Decline Dora Dahl' }).waitFor({ state: 'detached' })
    await focusIs(page, (tag, name) => /^h[1-4]$/.test(tag) && name !== '')
  })

  test('pressed twice, it is sent once', async () => {
    const page = await windows.open(PHONE, people.owner)
    await page.goto('/communities/new')
    await alive(page)
    let sent = 0
    const pressed = Promise.withResolvers<void>()
    await page.route(/AddLeague/, async (route) => {
      sent++
      await pressed.promise
      await route.continue()
    })
    await page.getByLabel('Name', { exact: true }).fill('Twice Pressed')
    await page.getByLabel('Short name').fill('TWICE')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const send = page.getByRole('button', { name: 'Start community' })
    // it keeps the focus while it is busy
    await send.focus()
    await send.dispatchEvent('click')
    assert.equal((await focus(page)).name, 'Start community')
    pressed.resolve()
    await page.getByRole('heading', { level: 1, name: 'Twice Pressed' }).waitFor()
    assert.equal(sent, 1)
  })

  test('a new page is told, and goes on from its heading', async () => {
    const page = await windows.open(DESKTOP, people.member)
    await page.goto('/terms')
    await alive(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor()
    await focusIs(page, (tag, name) => tag === 'h1' && name === 'Privacy policy')
    assert.equal(await page.locator('#said').textContent(), await page.title())
  })
})
