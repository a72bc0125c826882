import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { LeagueId } from '#core/ids.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { iRacingFile } from '#modules/manual-results/import.fixture.ts'
import { strangers, type Strangers } from '#modules/matching/matching.fixture.ts'
import { membersContract } from '#modules/members/contract.ts'
import { accFile, allRead, enter, runningEvent, upload, type Event } from '#modules/results/results.fixture.ts'
import { league } from '#testing/league.ts'
import { until } from '#testing/time.ts'
import { alive, assertAccessible, DESKTOP, openWindows, PHONE, type Windows } from '../browser.ts'
import { focusIs } from '../focus.ts'

type Row = {
  readonly name: string
  readonly by?: 'member'
  readonly at: string
  /** From the page to the button that opens it. */
  readonly first?: (page: Page) => Promise<void>
  readonly press: string
  /** Where the focus is at first. */
  readonly start: 'input' | 'select' | 'textarea' | 'button' | 'h2'
  /** What it wants before it is sent, by keys where there are keys for it. */
  readonly fill?: (dialog: Locator) => Promise<void>
  /** The button that sends, and what it sends; left out, there is nothing to send. */
  readonly sends?: { readonly press: string; readonly command: string }
}

/** Dialogs of an event that was driven and of a community that goes on, by keys alone from the button to the answer. */
describe('a dialog that sends', () => {
  let desk: Strangers
  let windows: Windows
  let places: Readonly<Record<string, string>>
  before(async () => {
    desk = await strangers()
    const { server, owner, ann, ben } = desk
    windows = await openWindows(server.url)
    const { event: night } = await desk.night()
    await desk.bring(night)
    const { event: later } = await desk.night({ segments: ['RACE'] })
    const bring = async (name: string, rows: ReturnType<typeof desk.lines>): Promise<void> => {
      await upload(server, later.servers[0]!, name, accFile('R', 0, rows))
      await allRead(server)
    }
    await bring('250101_203000_R.json', desk.lines())
    await bring('250101_223000_R.json', desk.lines('Somebody Else').slice(1))
    const kept = async (isSaved: boolean): Promise<Event> => {
      const made = await runningEvent(server, owner, desk.leagueId, { game: 'iracing', manual: true, segments: ['RACE'], trackId: 'pkg-151' })
      await enter(
        server,
        made,
        [ann, ben].map(({ id: userId }, i) => ({ userId, raceNumber: 7 + i, carId: '132' })),
      )
      const { raceResults } = (await owner.as.ask(manualResultsContract.manualResult, { eventId: made.id })).body
      const entryResults = raceResults[0]!.entryResults.map(({ entryId, position }) => ({
        entryId,
        position,
        isDNF: false,
        isSkip: false,
        timeMs: 1_200_000,
      }))
      if (isSaved) await owner.as.done(manualResultsContract.SaveRaceResult, { id: made.id }, { raceNo: 1, entryResults })
      return made
    }
    const agreed: LeagueId = await league(server, owner, { name: 'Agreed', members: [ben] })
    const { v } = (await owner.as.ask(membersContract.league, { id: agreed })).body
    await owner.as.done(leaguesContract.SetTermsOfService, { id: agreed, v }, { tos: 'Drive clean.' })
    const given: LeagueId = await league(server, owner, { name: 'Given', shortName: 'GIVEN', members: [ben] })
    const [saved, over, empty] = [await kept(true), await kept(true), await kept(false)]
    const page = ({ id }: Event): string => `/events/${id}#race-1`
    places = {
      night: page(night),
      later: page(later),
      saved: page(saved),
      over: page(over),
      empty: page(empty),
      agreed: `/communities/${agreed}`,
      given: `/communities/${given}#manage-ownership`,
    }
  })
  after(async () => {
    await windows?.close()
    await desk?.server.stop()
    assert.deepEqual(windows.faults(), [])
  })

  const reason = (dialog: Locator): Promise<void> => dialog.getByLabel('Reason').fill('The first one was cut off.')
  const ROWS: readonly Row[] = [
    {
      name: 'assign',
      at: 'night',
      press: 'Assign The Unknown',
      start: 'input',
      fill: (dialog) => dialog.getByRole('radio', { name: /Ben Bold/ }).check(),
      sends: { press: 'Assign', command: 'AssignDriver' },
    },
    {
      name: 'laps',
      at: 'night',
      first: (page) => page.locator('tbody').getByRole('button', { name: 'Ann Ace' }).first().press('Enter'),
      press: 'Lap times',
      start: 'button',
    },
    {
      name: 'correct',
      at: 'later',
      first: (page) => page.locator('tbody').getByRole('button', { name: 'Ann Ace' }).first().press('Enter'),
      press: 'Correct the result of Ann Ace',
      start: 'button',
      fill: reason,
      sends: { press: 'Add', command: 'command/point-adjustments' },
    },
    {
      name: 'compare',
      at: 'later',
      press: 'Compare',
      start: 'textarea',
      fill: reason,
      sends: { press: 'Take the later result', command: 'TakeLaterResult' },
    },
    {
      name: 'undo',
      at: 'later',
      press: 'Take it back',
      start: 'textarea',
      fill: reason,
      sends: { press: 'Take it back', command: 'UndoResultChoice' },
    },
    { name: 'reason', at: 'over', press: 'Start over', start: 'textarea', fill: reason, sends: { press: 'Start over', command: 'DiscardDraft' } },
    { name: 'publish', at: 'saved', press: 'Publish results', start: 'button', sends: { press: 'Publish results', command: 'PublishResults' } },
    {
      name: 'import',
      at: 'empty',
      press: 'Import a result file',
      start: 'button',
      fill: async (dialog) => {
        const rows = [{ id: 1, name: 'Ann Ace', number: '7' }]
        const buffer = Buffer.from(JSON.stringify(iRacingFile([{ number: 0, type: 6, name: 'RACE', rows }])))
        await dialog.getByLabel('Choose a file').setInputFiles({ name: 'night.json', mimeType: 'application/json', buffer })
        await dialog.getByRole('heading', { name: 'What the file holds' }).waitFor()
      },
      sends: { press: 'Fill the races', command: 'ImportResultFile' },
    },
    {
      name: 'consent',
      by: 'member',
      at: 'agreed',
      press: 'Accept the new terms',
      start: 'input',
      fill: (dialog) => dialog.getByRole('checkbox').press('Space'),
      sends: { press: 'I accept these terms', command: 'SubmitConsent' },
    },
    {
      name: 'transfer ownership',
      at: 'given',
      first: async (page) => {
        await page.getByLabel('New owner').fill('Ben')
        await page.getByRole('option', { name: /Ben Bold/ }).waitFor()
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
      },
      press: 'Hand over',
      start: 'input',
      fill: (dialog) => dialog.getByRole('textbox').fill('GIVEN'),
      sends: { press: 'Hand over', command: 'AppointOwner' },
    },
  ]

  /** Opens it with Enter from its button. */
  const opened = async (page: Page, { at, first, press }: Row): Promise<Locator> => {
    await page.goto(places[at]!)
    await alive(page)
    await first?.(page)
    await page.getByRole('button', { name: press, exact: true }).filter({ visible: true }).first().focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    return dialog
  }

  for (const row of ROWS) {
    const who = () => (row.by === 'member' ? desk.ben : desk.owner)
    for (const viewport of [DESKTOP, PHONE])
      test(`${row.name}: opened by Enter, closed by Escape, ${viewport.width} px`, async () => {
        const page = await windows.open(viewport, who())
        const dialog = await opened(page, row)
        await focusIs(page, (tag, _, inDialog) => inDialog && tag === row.start)
        await assertAccessible(page, `the dialog ${row.name}, ${viewport.width} px`)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        await focusIs(page, (_, name) => name === row.press)
        await page.context().close()
      })

    const { sends } = row
    if (sends)
      test(`${row.name}: Enter pressed twice sends it once`, async () => {
        const page = await windows.open(PHONE, who())
        const dialog = await opened(page, row)
        await row.fill?.(dialog)
        let sent = 0
        const pressed = Promise.withResolvers<void>()
        await page.route(`**/${sends.command}/**`, async (route) => {
          sent++
          await pressed.promise
          await route.continue()
        })
        const button = dialog.getByRole('button', { name: sends.press, exact: true })
        // what cannot be pressed yet takes no focus
        await until('it may be pressed', () => button.isEnabled())
        await button.focus()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Enter')
        await until('it is under way', () => sent > 0)
        await page.keyboard.press('Enter')
        pressed.resolve()
        await dialog.waitFor({ state: 'detached' })
        assert.equal(sent, 1)
        await page.context().close()
      })
  }
})
