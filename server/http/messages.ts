import type { Locale } from '#core/locale.ts'
import type { Refusal } from '#core/refusal.ts'
import { filled } from '#core/texts/look-up.ts'
import type { ReaderClock } from '#core/time-zone.ts'
import { momentText, textsOf } from '../outside/texts.ts'

const texts = textsOf('refusals')
// their keys are codes with dots in them, side by side
const textAt = (locale: Locale, key: string): string | undefined => texts.get(locale)?.[key] as string | undefined

/** The sentence of a refusal in the reader's language, the one for its reason where there is one, its placeholders filled; moments by the reader's clock. */
export function refusalMessage(refusal: Refusal, locale: Locale, clock: ReaderClock | null = null): string {
  const keys = [`${refusal.code}.${String(refusal.params['reason'])}`, refusal.code]
  const template = [locale, 'en' as const].flatMap((one) => keys.map((key) => textAt(one, key))).find(Boolean) ?? 'Something went wrong'
  return fill(template)

  function fill(words: string): string {
    return filled(words, (name) => partsOf(name, readable(String(refusal.params[name] ?? ''))))
  }

  function readable(value: string): string {
    return MOMENT.test(value) ? momentText(new Date(value), locale, clock ?? { zone: 'UTC' }) : value
  }

  /** A param that lists words of which each has a phrase of its own, `CODE.param.word`, says those. */
  function partsOf(name: string, value: string): string {
    const phrases = value.split(' ').map((word) => textAt(locale, `${refusal.code}.${name}.${word}`))
    return phrases.every((phrase) => phrase !== undefined) ? phrases.map(fill).join('; ') : value
  }
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
