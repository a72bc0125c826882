import { filled } from '#core/texts/look-up.ts'
import type { Notice, ParamsOf } from '#core/joint.ts'

type Param = string | number | null

/** The words of a language: texts of `notifications.json` by their keys, moments (ISO) by the reader's clock. */
export type Words = {
  readonly find: (key: string) => string | undefined
  readonly say: (key: string, values: Readonly<Record<string, string>>) => string
  readonly moment: (iso: string | number) => string
}
type Kind = { readonly kind: string; readonly params: Readonly<Record<string, Param>> }

/** What stands in a notification, in the reader's language; nothing for what is not given. */
function valuesOf({ kind, params }: Kind, { find, moment }: Words): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === '') continue
    if (name === 'role') values[name] = find(`role.${value}`) ?? String(value)
    // a code of ours, or what somebody wrote
    else if (name === 'reason') values[name] = find(`reasons.${value}`) ?? String(value)
    else values[name] = name.endsWith('At') ? moment(value) : String(value)
  }
  if (kind === 'application-received') values['name'] ??= find('somebody') ?? ''
  return values
}

/** A notification as one sentence; a reason nobody gave leaves no gap. */
export function sentenceOf(one: Kind, words: Words): string {
  const values = valuesOf(one, words)
  const reason = values['reason'] ? ` ${words.say('reason', { reason: values['reason'] })}` : ''
  const until = values['endsAt'] ? ` ${words.say('until', { endsAt: values['endsAt'] })}` : ''
  return `${words.say(`kinds.${one.kind}`, values)}${until}${reason}`
}

export type Mailed = { readonly subject: string; readonly body: string }

/** The mail of a notification in English; what stands in it was typed by people, so subjects stay on one line. */
export function mailOf<Named extends string>({ mail }: Notice<Named>, params: Partial<ParamsOf<Named>>, address: string | null): Mailed {
  const [subject, sentence] = mail
  // moments come as ISO, in UTC
  const fill = (template: string): string =>
    filled(template, (name) => {
      const value = String(params[name as Named] ?? '')
      return name.endsWith('At') ? value.slice(0, 16).replace('T', ' ') : value
    }).trim()
  return { subject: subjectLine(fill(subject)), body: bodyOf(fill(sentence), address) }
}

/** The mail of a notification in another language: what its page says, its first sentence as the subject. */
export function mailIn(words: Words, one: Kind, address: string | null): Mailed {
  const [first = ''] = /^.*?[.!?](?=\s|$)/.exec(words.find(`kinds.${one.kind}`) ?? '') ?? []
  const values = valuesOf(one, words)
  const subject = filled(first.replace(/\.$/, ''), (name) => values[name] ?? '')
  return { subject: subjectLine(subject), body: bodyOf(sentenceOf(one, words), address) }
}

const subjectLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 150)

/** Under what it says stands the way there, where there is one for the reader. */
const bodyOf = (sentence: string, address: string | null): string => `${[sentence, ...(address === null ? [] : [address])].join('\n\n')}\n`
