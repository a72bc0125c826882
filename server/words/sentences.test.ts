import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LOCALES } from '#core/locale.ts'
import { refuse } from '#core/result.ts'
import { refusalMessage } from '../http/messages.ts'

const sentences = LOCALES.map(
  (locale) =>
    [locale, JSON.parse(readFileSync(new URL(`../../locales/${locale}/refusals.json`, import.meta.url), 'utf8')) as Record<string, string>] as const,
)

test('every refusal says what happened and what to do next, in words', () => {
  for (const [locale, known] of sentences)
    for (const [code, sentence] of Object.entries(known)) {
      // a word that stands in a sentence
      if (/\.\w+\.[A-Z]+$/.test(code)) continue
      // two sentences, or two halves of one
      assert.match(sentence, /[.:;,] \S/, `${locale}: ${code}`)
      assert.match(sentence, /(\.|\}\})$/, `${locale}: ${code}`)
      // no patterns and no words of machines
      assert.doesNotMatch(sentence, /\w–\w|[[\]\\^$|<>*]|\b(regex|parse|JSON|undefined|boolean|payload|idempotency)/i, `${locale}: ${code}`)
    }
})

test('a moment in a refusal is told by the reader’s own clock, in UTC where none is known', () => {
  const { refusal } = refuse('protest_window_not_started', { TIME: '2026-11-24T20:15:00.000Z' })
  for (const [locale, clock, said] of [
    ['en', null, 'Tue 24 Nov, 20:15 UTC'],
    ['en', { zone: 'America/New_York', hours: 12, country: 'US' }, 'Tue 24 Nov, 03:15 pm GMT-5'],
    ['de', { zone: 'Europe/Berlin', hours: 24, country: 'DE' }, 'Di., 24. Nov., 21:15 MEZ'],
  ] as const)
    assert.ok(refusalMessage(refusal, locale, clock).includes(said), refusalMessage(refusal, locale, clock))
})
