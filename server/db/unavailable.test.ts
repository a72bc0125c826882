import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { isUnavailable } from './unavailable.ts'

const FULL = '/dev/full'

test('a file that finds no room on the disk is no fault of ours', { skip: !existsSync(FULL) && 'no disk here that is always full' }, async () => {
  const fault = await writeFile(FULL, 'a picture').catch((error: unknown) => error)
  assert.equal((fault as { readonly code?: string }).code, 'ENOSPC')
  assert.ok(isUnavailable(fault))
})

for (const code of ['22P02', '23505', '42703', 'ENOENT', 'EACCES']) test(`${code} is one of ours`, () => assert.ok(!isUnavailable({ code })))
