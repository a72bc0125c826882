import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strayStatement } from './statements.ts'

test('SQL stands in store, queries, door and invariants of a room, nowhere else', () => {
  const rows: readonly [file: string, text: string, sql: string | null][] = [
    ['modules/entries/commands.ts', "await tx.selectFrom('users').select('name').execute()", 'selectFrom'],
    ['modules/entries/commands/moving.ts', "tx.insertInto('entries')", 'insertInto'],
    ['modules/entries/commands.ts', "tx\n  .updateTable('entries')", 'updateTable'],
    ['modules/entries/commands.ts', "tx.deleteFrom('entries')", 'deleteFrom'],
    ['modules/entries/commands.ts', 'await sql`delete from entries`.execute(tx)', 'sql'],
    ['modules/entries/jobs.ts', 'sql<{ id: EntryId }>`select id from entries`', 'sql'],
    ['modules/entries/decide/grid.ts', 'sql<{ readonly ids: readonly string[] }>`select`', 'sql'],
    ['modules/entries/commands.ts', 'await saveEntry(tx, entry) // selected from those that wait', null],
    ['modules/entries/store.ts', "tx.insertInto('entries')", null],
    ['modules/entries/queries/personal.ts', "db.selectFrom('entries')", null],
    ['modules/entries/door.ts', "db.selectFrom('entries')", null],
    ['modules/entries/invariants.ts', 'sql`select id from entries`', null],
    ['modules/entries/entries.test.ts', "db.selectFrom('entries')", null],
    ['server/http/mailbox.ts', "db.selectFrom('mails')", null],
  ]
  for (const [file, text, sql] of rows) assert.equal(strayStatement(file, text), sql, `${file}: ${text}`)
})
