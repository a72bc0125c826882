import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely'
import type { Tables } from '../tables.ts'
import { WordsInText } from './words.ts'

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (any) => new PostgresIntrospector(any),
    createQueryCompiler: () => new WordsInText(),
  },
})
const entries = db.selectFrom('entries').innerJoin('entry_drivers', 'entry_drivers.entry_id', 'entries.id').select('entries.id')

test('statuses and truths stand in the text, where an index of some rows is found by them', () => {
  const { sql, parameters } = entries
    .where('entry_drivers.active', '=', true)
    .where('entries.status', 'in', ['ACTIVE', 'WAITING_LIST'])
    .where('entries.status', '!=', 'LEFT')
    .compile()
  assert.match(sql, /"active" = true and "entries"\."status" in \('ACTIVE', 'WAITING_LIST'\) and "entries"\."status" != 'LEFT'$/)
  assert.deepEqual(parameters, [])
})

test('whatever a person may have written is a value', () => {
  const { sql, parameters } = entries
    .where('entries.status', '=', "x' or true --")
    .where('entries.status', 'in', ['ACTIVE', 'left'])
    .where('entries.team_name', '=', 'ACTIVE')
    .where('entries.race_number', '=', 7)
    .compile()
  assert.match(sql, /"status" = \$1 and "entries"\."status" in \(\$2, \$3\) and "entries"\."team_name" = \$4 and "entries"\."race_number" = \$5$/)
  assert.equal(parameters.length, 5)
})

test('what is written into a row stays a value, so that its statement is one', () => {
  const { parameters } = db.updateTable('entries').set({ status: 'LEFT' }).where('race_number', '=', 1).compile()
  assert.deepEqual(parameters, ['LEFT', 1])
})
