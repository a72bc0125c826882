import type { Notice, ParamsOf } from '#core/joint.ts'

/** What the page asks for first; the server has it ready under the same parameters. */
export const FIRST_NOTIFICATIONS = { limit: 20 } as const

/** The mail of a notification, in English until a user's language is known to be read; what stands in it was typed by people, so subjects stay on one line. */
export function mailOf<Param extends string>(
  { mail }: Notice<Param>,
  params: Partial<ParamsOf<Param>>,
  address: string,
): { readonly subject: string; readonly body: string } {
  const [subject, sentence] = mail
  return { subject: fill(subject, params).replaceAll(/\s+/g, ' ').slice(0, 150), body: `${fill(sentence, params)}\n\n${address}\n` }
}

// moments come as ISO, in UTC
const fill = (template: string, params: Readonly<Record<string, unknown>>): string =>
  template
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = String(params[name] ?? '')
      return name.endsWith('At') ? value.slice(0, 16).replace('T', ' ') : value
    })
    .trim()
