import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Forms whose fields are typed in a moment, and are asked about before they are left. */
const SHORT: Readonly<Record<string, string>> = {
  'modules/accounts/screens/account-form.tsx': 'one number',
  'modules/accounts/screens/name-and-country.tsx': 'a name, and a country',
  'modules/matching/screens/assign-dialog.tsx': 'one choice',
  'modules/members/screens/accounts-dialog.tsx': 'a number each',
  'modules/pick-lists/screens/list-dialog.tsx': 'every change is sent at once',
  'modules/sessions/screens/admin/start-dialogs.tsx': 'one start',
}
/** More fields than these are a longer form. */
const FEW = 3

const FILES = globSync('{web,modules}/**/*.tsx').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const fieldsIn = (text: string): number => [...text.matchAll(/<(\w*Field|TextArea|ChipChoice)\b/g)].length

test('every longer form keeps a draft', () => {
  const sends = FILES.filter(({ text }) => /\buseSend\(/.test(text))
  const without = sends
    .filter(({ text }) => (/\buseEdit(<|\()/.test(text) || fieldsIn(text) > FEW) && !/\bdraft(: |,$)/m.test(text))
    .map(({ file }) => file)
  assert.deepEqual(without.toSorted(), Object.keys(SHORT).toSorted())
  assert.ok(sends.length > 50, 'the forms are found')
})
