import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { accountsContract } from '#modules/accounts/contract.ts'
import type { TestServer } from '#testing/server.ts'
import { until } from '#testing/time.ts'
import { MACHINE_PERSONAL } from './personal.ts'
import { ROOMS } from '../registry.ts'
import { ask, CONTRACTS, type World } from '../roles/asking.fixture.ts'
import { standingWorld } from '../roles/standing.fixture.ts'
import { ROWS, rowsFile } from '../roles/table.ts'
import type { LeagueWorld } from '../roles/world.fixture.ts'

const all = [MACHINE_PERSONAL, ...ROOMS.flatMap(({ personal }) => personal ?? [])]
const refers = all.flatMap((personal) => Object.entries(personal.refers).map(([column, how]) => ({ column, ...how })))
/** The account itself, and where it is the thing that is talked about. */
const THE_ACCOUNT: ReadonlySet<string> = new Set(['users.id', 'logins.id', 'events.aggregate_id', 'audit.object_id'])
const ownerOf = (column: string): string | undefined => ROOMS.find(({ personal }) => personal && column in personal.refers)?.name
const personalFile = (room = '<room>'): string => `modules/${room}/queries/personal.ts`
/**
 * No command writes them in one step: a sign-in through another platform does, what is taken back was handed in before, best laps and ratings follow
 * from files, an event is protested when its window has opened (modules/protests/desk.test.ts exports and erases), and what somebody carries into a
 * race follows from a verdict or a table (modules/protests/next-race.test.ts exports).
 */
const NOT_AT_ONCE: ReadonlySet<string> = new Set([
  'login_accounts.user_id',
  'result_withdrawals.withdrawn_by',
  'lap_bests.user_id',
  'rating_changes.user_id',
  'driver_ratings.user_id',
  'rated_drivers.user_id',
  'protest_reports.reporter_id',
  'protest_reports.reportee_id',
  'protest_reviews.reviewer_id',
  'protest_penalties.user_id',
  'invited_drivers.user_id',
  'race_burdens.user_id',
])
/** Whether anything is to be seen of a column: it is exported, or goes. */
const isShown = ({ column, as, stays }: (typeof refers)[number]): boolean =>
  ownerOf(column) !== undefined && !NOT_AT_ONCE.has(column) && (as !== null || stays === null)

describe('what is kept of people', () => {
  let server: TestServer
  let world: World
  let place: LeagueWorld
  before(async () => {
    world = await standingWorld({ role: 'all' })
    server = world.server
    place = world.own
  })
  after(() => server.stop())

  const columns = async (sql: string): Promise<readonly string[]> =>
    (await server.running.machine.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name)
  const waitingJobs = () => columns("select name from jobs.job where state in ('retry', 'active') or (state = 'created' and start_after <= now())")
  /** Of these columns those that hold one of these ids. */
  const holding = async (of: readonly string[], ids: readonly string[]): Promise<readonly string[]> => {
    const found: string[] = []
    for (const name of of) {
      const [table, column] = name.split('.') as [string, string]
      const { rowCount } = await server.running.machine.pool.query(`select 1 from ${table} where ${column}::text ~ $1 limit 1`, [ids.join('|')])
      if (rowCount === 1) found.push(name)
    }
    return found
  }

  /** What was asked and not done: told where something is missing. */
  const refused: string[] = []
  /** What nobody here holds yet is written by the commands of its room, and of those after it, as their rows of the matrix ask them. */
  async function writeWhatIsMissing(): Promise<void> {
    // what jobs still write is not missing: commands of earlier rooms would end what those of later ones are about
    await until('what the world orders is done', async () => (await waitingJobs()).length === 0)
    const everybody = Object.values(place.cast).map(({ id }) => id)
    const shown = refers.filter(isShown).map(({ column }) => column)
    const held = await holding(shown, everybody)
    const first = ROOMS.findIndex(({ personal }) =>
      Object.keys(personal?.refers ?? {}).some((column) => shown.includes(column) && !held.includes(column)),
    )
    // the last room first: a file that is handed in ends its event as soon as it is read, and rooms after it ask of that event
    const rows =
      first < 0
        ? []
        : ROOMS.slice(first)
            .toReversed()
            .flatMap(({ name }) => ROWS.get(name) ?? [])
    for (const row of rows) {
      const asker = (['participant', 'member', 'admin'] as const).find((one) => row.who.may.includes(one) && !row.who.but?.[one])
      const contract = CONTRACTS.get(row.call)
      // what a row is given may stand in the way of another's
      if (!asker || contract?.kind !== 'command' || row.given) continue
      const { status, text } = await ask(
        world,
        world.selves[asker],
        contract,
        row.ask(place, world.selves[asker], place.events[row.state ?? 'waiting'], world.foreign),
      )
      if (status !== 200) refused.push(`${row.call} of ${asker}: ${status} ${text.slice(0, 120)}`)
    }
  }

  test('a room answers for each column that refers to a person, and for none that is not there', async () => {
    const referring = await columns(`
      select c.relname || '.' || a.attname as name from pg_constraint k
        join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
        where k.contype = 'f' and k.confrelid in ('users'::regclass, 'logins'::regclass)
      union select table_name || '.' || column_name from information_schema.columns
        where table_schema = 'public' and udt_name in ('uuid', '_uuid') and column_name ~ '(^|_)(user|actor|driver|person)_ids?$|_by$'`)
    const named = refers.map(({ column }) => column)
    assert.deepEqual(
      referring.filter((column) => !named.includes(column)),
      [],
      'no room says what becomes of these: under `refers` in its queries/personal.ts',
    )
    assert.deepEqual(
      named.filter((column, i) => !referring.includes(column) || named.indexOf(column) !== i),
      [],
      '`refers` of a queries/personal.ts names these twice, or they refer to nobody',
    )
  })

  test('whatever holds an account is answered for, exported under its word, and empty once it is erased, or stays for a reason', async () => {
    await writeWhatIsMissing()
    const { owner, ...others } = place.cast
    const people = Object.values(others)
    const everywhere = await columns(
      `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and udt_name in ('uuid', '_uuid')`,
    )
    const seen = new Set<string>()
    for (const one of [owner, ...people]) {
      const held = (await holding(everywhere, [one.id])).filter((column) => !THE_ACCOUNT.has(column))
      const given = (await one.as.ask(accountsContract.exportData, { id: one.id })).body
      for (const column of held) {
        const how = refers.find((reference) => reference.column === column)
        assert.ok(how, `${column} holds an account, and no room says what becomes of it: under \`refers\` in its queries/personal.ts`)
        const rows = how.as ? (given[how.as] as readonly unknown[] | undefined) : []
        if (how.as)
          assert.ok(rows && Object.keys(rows).length > 0, `${personalFile(ownerOf(column))}: \`export\` gives nothing of ${column} under ${how.as}`)
        if (one !== owner || how.stays !== null) seen.add(column)
      }
    }
    for (const { column } of refers.filter(isShown))
      assert.ok(
        seen.has(column),
        `${rowsFile(ownerOf(column)!)}: no row of a command that writes ${column}, for a member or an admin and without \`given\`: nothing shows that it is exported and erased\n${refused.join('\n')}`,
      )
    // an owner stays until the community is somebody else's
    for (const one of people) {
      const { v } = (await one.as.ask(accountsContract.me, {})).body
      await one.as.done(accountsContract.RemoveUser, { id: one.id, v }, {})
    }
    const mustGo = refers.filter(({ stays }) => stays === null).map(({ column }) => column)
    const ids = people.map(({ id }) => id)
    const left = () => holding(mustGo, ids)
    // what listens to a removal commits with it as a job
    await until('what follows is done', async () => (await left()).length === 0 || (await waitingJobs()).length === 0)
    const faults = (await left()).map((column) => `${personalFile(ownerOf(column))}: \`erase\` leaves ${column}, which has no reason to stay`)
    assert.deepEqual(faults, [])
  })
})
