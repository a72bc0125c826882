import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Asker } from './askers.ts'
import { WITHOUT_PAGES } from '#testing/server.ts'
import { ask, CONTRACTS, each, send, type World } from './asking.fixture.ts'
import { standingWorld } from './standing.fixture.ts'
import { TABLE } from './table.ts'
import { STATES } from './world.fixture.ts'

/** Who people are and what they belong to is everybody's; who drives where is not. */
const OF_PEOPLE = new Set(['accounts.searchUsers', 'accounts.profile', 'members.publicMembers'])
const PUBLIC = TABLE.filter(({ call }) => CONTRACTS.get(call)!.actor === 'anyone' && !OF_PEOPLE.has(call))

describe('who drives and how it ended', () => {
  let world: World
  before(async () => {
    world = await standingWorld()
  })
  after(() => world.server.stop())

  /** Everything by which a driver, a row of a table or a lap is known. */
  const wordsOf = ({ cast, results }: World['own']): readonly string[] => [
    ...[cast.participant, cast.otherMember].flatMap(({ id, name }) => [id, name]),
    cast.waiting.id,
    '"name":"Somebody"',
    ...results.rows,
    ...results.laps.map(String),
  ]
  const open = async (isOpen: boolean): Promise<void> => {
    await world.server.running.machine.pool.query('update leagues set open_results = $1', [isOpen])
    world.server.running.machine.answers.dropAll()
  }

  /** Every call that asks for no login, of all there is: which of them tell of a driver. */
  async function telling(asker: Asker, rows = PUBLIC): Promise<readonly string[]> {
    const asks = rows.flatMap((row) =>
      ([[world.own, world.foreign] as const, [world.foreign, world.own] as const] as const).flatMap(([at, other]) =>
        (row.on === 'event' ? STATES : (['ended'] as const)).map((state) => ({ row, at, other, event: at.events[state] })),
      ),
    )
    const self = world.selves[asker]
    const found = await each(asks, async ({ row, at, other, event }) => {
      const { text } = await ask(world, self, CONTRACTS.get(row.call)!, row.ask(at, self, event, other))
      // a race of a driver names the event, and nobody
      const words = row.on === 'person' ? [world.own.events.ended.id] : wordsOf(at)
      return words.some((word) => text.includes(word)) ? [row.call] : []
    })
    return [...new Set(found.flat())].sort()
  }
  const bytesOf = async (file: string): Promise<string> => {
    const reply = await world.server.visitor.fetch(`/public/events/${world.own.events.ended.id}/${file}.png`)
    assert.equal(reply.status, 200)
    return Buffer.from(await reply.arrayBuffer()).toString('base64')
  }

  test('is told to visitors where the community has opened it', async () => {
    await open(true)
    assert.deepEqual(await telling('visitor'), [
      'entries.publicEntryList',
      'laps.lapPlaces',
      'laps.publicBestLaps',
      'profile.publicCareer',
      'results.chart',
      'results.exportCsv',
      'results.pastEvents',
      'results.publicDriverResults',
      'results.results',
      'tournaments.publicStandings',
    ])
    assert.notEqual(await bytesOf('podium'), await bytesOf('card'))
  })

  test('is told to the signed-in alone where it has not', async () => {
    await open(false)
    assert.deepEqual(await telling('visitor'), [])
    assert.equal(await bytesOf('podium'), await bytesOf('card'))
    assert.deepEqual(
      await telling(
        'user',
        TABLE.filter(
          ({ call }) =>
            call.startsWith('results.member') || call === 'entries.entryList' || call === 'results.driverResults' || call === 'profile.career',
        ),
      ),
      [
        'entries.entryList',
        'profile.career',
        'results.driverResults',
        'results.memberExportCsv',
        'results.memberPastEvents',
        'results.memberResults',
      ],
    )
  })

  test('is on no page of a visitor where it has not', { skip: WITHOUT_PAGES }, async () => {
    const events = STATES.map((state) => `/events/${world.own.events[state].id}`)
    const urls = ['/', '/events', '/events?status=ENDED', `/communities/${world.own.league}`, ...events]
    /** Pages with a word of a driver; of who drives is told on their own page, not where. */
    const shown = async (): Promise<readonly string[]> => {
      const found = await each(urls, async (url) => {
        const { text } = await send(world, world.selves.visitor, url)
        return wordsOf(world.own).some((word) => text.includes(word)) ? [url] : []
      })
      const { text: profile } = await send(world, world.selves.visitor, `/profile/${world.own.cast.participant.id}`)
      return [...found.flat(), ...(profile.includes(world.own.events.ended.id) ? ['profile'] : [])]
    }
    await open(true)
    assert.deepEqual(await shown(), [
      '/events?status=ENDED',
      `/communities/${world.own.league}`,
      ...events.filter((url) => url !== `/events/${world.own.events.draft.id}`),
      'profile',
    ])
    await open(false)
    assert.deepEqual(await shown(), [])
  })
})
