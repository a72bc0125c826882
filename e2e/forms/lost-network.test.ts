import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testServer, type TestServer } from '#testing/server.ts'
import { openWindows, type Windows } from '../browser.ts'
import { VERSIONED_NAMES } from '../two-tabs/edits.ts'
import { versionedForms } from '../two-tabs/forms.ts'
import { placeOfForms } from '../two-tabs/place.ts'
import type { SentForm } from './filling.ts'
import { sentFromATunnel } from './lost.ts'
import { emptyForms } from './sent-forms.ts'
import { SENT } from './sends.ts'

/** Saved, the number in the field is the one that stands there. */
const SETTLES: ReadonlySet<string> = new Set(['an account of a member'])
/** The template, and then its days. */
const ORDERS: Readonly<Record<string, number>> = { 'daily races': 2 }

describe('the network is lost in the middle of', () => {
  let server: TestServer
  let windows: Windows
  let forms: readonly SentForm[]
  before(async () => {
    server = await testServer()
    windows = await openWindows(server.url)
    const place = await placeOfForms(server)
    const versioned = versionedForms(place).map(({ form, by = place.olga, path, open, within, mine, save }): SentForm => ({
      form,
      by,
      path,
      open,
      within,
      fill: mine,
      send: save,
      orders: ORDERS[form] ?? 1,
      ...(SETTLES.has(form) ? { settles: true } : {}),
    }))
    forms = [...(await emptyForms(server)), ...versioned]
  })
  after(async () => {
    await windows?.close()
    await server?.stop()
  })

  const names = [...Object.keys(SENT), ...VERSIONED_NAMES]
  for (const name of names)
    test(name, () =>
      sentFromATunnel(
        server,
        windows,
        forms.find(({ form }) => form === name)!,
      ),
    )

  test('all of them are here', () =>
    assert.deepEqual(
      forms.map(({ form }) => form),
      names,
    ))
})
