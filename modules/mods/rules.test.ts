import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webLink } from '#core/text.ts'
import { decideMod } from './decide.ts'
import { forReader, hostOf, isPlainLink, MOD, MODS_AT_MOST } from './rules.ts'

test('what is for members alone is left out for everybody else, and counted', () => {
  const mods = [
    { name: 'a', onlyFor: null },
    { name: 'b', onlyFor: 'MEMBERS' },
  ] as const
  assert.deepEqual(forReader(mods, true), { mods, membersOnly: 0 })
  assert.deepEqual(forReader(mods, false), { mods: [mods[0]], membersOnly: 1 })
})

const link = webLink(MOD.url)
for (const url of [
  'http://example.org/a',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.org/a',
  'blob:https://example.org/1',
  'about:blank',
  'mailto:a@example.org',
  'steam://run/1',
  'ms-settings:x',
  'intent://x#Intent;end',
  '//example.org/a',
  '/a',
  'example.org',
  'https:',
  'https://',
  'https://user@example.org/a',
  'https://paddock.example@evil.example/',
  'https://user:word@example.org/a',
  'https://a b.example/',
  'https://exam\u202Eple.org/',
  'https://example.org/\u0000',
  `https://example.org/${'a'.repeat(500)}`,
])
  test(`no link: ${JSON.stringify(url).slice(0, 60)}`, () => {
    const read = link.safeParse(url)
    assert.equal(read.success && isPlainLink(read.data), false)
  })

for (const [url, host] of [
  ['https://example.org/a?b=c#d', 'example.org'],
  ['https://www.overtake.example:8443/x', 'www.overtake.example:8443'],
  // a name that only looks like another one
  ['https://еxample.org/', 'xn--xample-2of.org'],
] as const)
  test(`a link, shown as ${host}`, () => {
    assert.equal(link.safeParse(url).success && isPlainLink(url), true)
    assert.equal(hostOf(url), host)
  })

test('a community keeps so many mods of a game and no more', () => {
  const typed = { name: 'a', version: '1', url: 'https://example.org/', cars: ['2'], tracks: [] }
  assert.equal(decideMod(typed, MODS_AT_MOST - 1).ok, true)
  const more = decideMod(typed, MODS_AT_MOST)
  assert.deepEqual(more.ok ? null : [more.refusal.code, more.refusal.params['reason']], ['CONFIG_INVALID', 'mods'])
})
