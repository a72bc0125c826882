import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idleJoins, ownersOf, strayTables, tablesNamed, tablesOf, undatedTables, untypedTables } from './tables.ts'

const TABLES = new Set(['users', 'leagues', 'memberships', 'entries', 'entry_drivers', 'mails'])
const REGISTRY = `
  { name: 'accounts', owns: ['users'] },
  { name: 'leagues', owns: ['leagues', 'memberships'], commands: leaguesCommands },
  {
    name: 'entries',
    owns: ['entries', 'entry_drivers'],
    joins: {
      store: ['memberships'],
      queries: ['users', 'leagues'],
    },
  },
]
export const MACHINE = {
  owns: ['mails'],
  joins: { 'server/outside/login.ts': ['users'], 'modules/visibility/door.ts': ['leagues'] },
}`
const ROOMS = ['accounts', 'leagues', 'entries']
const owners = ownersOf(REGISTRY, TABLES)

test('the migrations say which tables there are', () => {
  const migrations = ['create table users (\n  id uuid\n);\ncreate table drafts (id int);', 'drop table drafts;\nalter table users rename to people;']
  assert.deepEqual([...tablesOf(migrations)], ['people'])
})

test('every table has one owner', () => {
  assert.deepEqual(owners.faults, [])
  assert.deepEqual(ownersOf(REGISTRY.replace("['users'] },", "['users', 'leagues', 'gone'] },"), new Set([...TABLES, 'bans'])).faults, [
    'accounts owns gone, which no migration makes',
    'leagues is of accounts and of leagues; a table has one owner',
    'nobody owns bans; the room that does says so in its owns',
  ])
})

test('tables are found in calls and in texts', () => {
  const rows: readonly [text: string, read: readonly string[], written: readonly string[]][] = [
    [
      "db.selectFrom('users as u').innerJoin('entries', 'entries.user_id', 'u.id').leftJoin('leagues as l', 'l.id', 'x')",
      ['users', 'entries', 'leagues'],
      [],
    ],
    ["db\n  .selectFrom(['users', 'leagues'])", ['users', 'leagues'], []],
    ["exists(selectFrom('memberships').select('user_id'))", ['memberships'], []],
    ["tx.insertInto('entries')", [], ['entries']],
    ["tx.updateTable('entries').from('users')", ['users'], ['entries']],
    ["tx.deleteFrom('entries').using('users')", ['users'], ['entries']],
    ['sql`select 1 from users u, leagues as l join memberships m on true`', ['users', 'leagues', 'memberships'], []],
    ['sql`insert into entries (id) select id from users for update`', ['users'], ['entries']],
    ['sql`with gone as (delete from entries returning id) update leagues set v = 1`', ['entries'], ['entries', 'leagues']],
    // words of people, other modules and columns
    ["// taken from users\nimport { entries } from './entries.ts'\nconst a = users.from + leagues", [], []],
    ["db.selectFrom('sessions').select('users.id')", [], []],
  ]
  for (const [text, read, written] of rows) {
    const named = tablesNamed(text, TABLES)
    assert.deepEqual([[...named.read], [...named.written]], [read, written], text)
  }
})

test('a table is its room’s to write and read; what else reads it is listed', () => {
  const rows: readonly [file: string, text: string, sentences: readonly string[]][] = [
    ['modules/entries/store.ts', "insertInto('entries')", []],
    ['modules/entries/store/adding.ts', 'sql`insert into entries select 1 from memberships`', []],
    ['modules/entries/queries.ts', "selectFrom('entries').innerJoin('users', 'a', 'b')", []],
    ['modules/entries/queries/personal.ts', "selectFrom('leagues')", []],
    ['modules/entries/invariants.ts', 'sql: `select id from mails`', []],
    ['modules/entries/door.ts', "updateTable('entries')", ['writes entries; a room writes in its store alone']],
    [
      'modules/entries/door.ts',
      "selectFrom('users')",
      ['reads users, which is of accounts; ask its door, or list it under joins in the room.ts that reads it'],
    ],
    ['modules/entries/store.ts', "updateTable('memberships')", ['writes memberships, which is of leagues; its store alone does']],
    [
      'modules/entries/store.ts',
      "selectFrom('mails')",
      ['reads mails, which is of server; ask its door, or list it under joins in the room.ts that reads it'],
    ],
    [
      'modules/accounts/store.ts',
      "selectFrom('leagues')",
      ['reads leagues, which is of leagues; ask its door, or list it under joins in the room.ts that reads it'],
    ],
    ['modules/visibility/door.ts', 'sql`select 1 from leagues`', []],
    [
      'modules/visibility/door.ts',
      'sql`select 1 from entries`',
      ['reads entries, which is of entries; ask its door, or list it under joins in the room.ts that reads it'],
    ],
    ['server/outside/login.ts', "insertInto('users')", []],
    ['server/outside/mail.ts', "insertInto('mails')", []],
    ['server/http/app.ts', "deleteFrom('users')", ['writes users, which is of accounts; its store alone does']],
    ['modules/entries/entries.test.ts', "deleteFrom('users')", []],
    ['testing/people.ts', "insertInto('users')", []],
  ]
  for (const [file, text, sentences] of rows) assert.deepEqual(strayTables(file, text, owners, ROOMS), sentences, `${file}: ${text}`)
})

test('the list says what is joined, no more', () => {
  const sources = [
    ['modules/entries/store.ts', "selectFrom('memberships')"],
    ['modules/entries/queries.ts', "selectFrom('users')"],
    ['modules/entries/queries/personal.ts', "selectFrom('leagues')"],
    ['server/outside/login.ts', "insertInto('users')"],
  ] as const
  assert.deepEqual(idleJoins(sources, owners, ROOMS), ['lists that modules/visibility/door.ts joins leagues, which it does not'])
})

test('how long a row stays is said of every table, once', () => {
  const sources = [
    ['server/retention/keeps.ts', "[{ what: 'mails', days: 30 }]"],
    ['modules/entries/jobs.ts', "{ what: 'entries.note', days: 14 }"],
    // not a line of retention
    ['modules/entries/commands.ts', "{ what: 'users' }"],
  ] as const
  const registry = REGISTRY.replace("owns: ['leagues', 'memberships'],", "owns: ['leagues', 'memberships'], stays: ['leagues', 'memberships'],")
  const said = (text: string) => undatedTables(sources, text, owners)
  const open = (room: string, table: string) =>
    `${room} owns ${table}: how long does a row stay? For good: its \`stays\` names it; for days: a Keep in modules/${room}/jobs.ts and its line in docs/operations.md`
  assert.deepEqual(said(registry), [open('accounts', 'users'), open('entries', 'entry_drivers')])
  assert.deepEqual(said(registry.replace("owns: ['users']", "owns: ['users'], stays: ['users']")), [open('entries', 'entry_drivers')])
  const both = registry.replace("owns: ['mails'],", "owns: ['mails'],\n  stays: ['mails', 'users', 'entry_drivers'],")
  assert.deepEqual(said(both), ['says that mails stays, which server/retention/keeps.ts prunes'])
})

test('the compiler has heard of every table', () => {
  const types = 'export type Tables = {\n  users: {\n    id: UserId\n  }\n}\n'
  assert.deepEqual(untypedTables(types, new Set(['users'])), [])
  assert.deepEqual(untypedTables(types, new Set(['users', 'lifts'])), ['knows nothing of lifts, which a migration makes: run npm run db-types'])
})
