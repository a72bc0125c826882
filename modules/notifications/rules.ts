import type { NotificationKind } from './contract.ts'

/** What the page asks for first; the server has it ready under the same parameters. */
export const FIRST_NOTIFICATIONS = { limit: 20 } as const

export type Params = Readonly<Record<string, string | number | null>>

/** Subject and first sentence of each kind's mail; `{{name}}` are its params. Mails are in English until a user's language is known to be read. */
const MAILS: Readonly<Record<NotificationKind, readonly [subject: string, sentence: string]>> = {
  'server-up': ['{{event}}: the server is up', 'The server of {{event}} is up: {{serverName}}. Name and password stand on the event page.'],
  'server-failed': [
    '{{event}}: the server did not start',
    'The server of {{event}} did not start: {{reason}}. You can restart it on the event page.',
  ],
  promoted: ['{{event}}: you are in', 'A seat became free: you moved up from the waiting list of {{event}}.'],
  'removed-from-event': ['{{event}}: your registration was removed', 'An admin removed your registration for {{event}}. Reason: {{reason}}'],
  'event-cancelled': ['{{event}} was cancelled', '{{event}} was cancelled.'],
  'event-moved': ['{{event}} has a new start', '{{event}} now starts {{startsAt}} (UTC).'],
  'results-in': ['{{event}}: the results are in', 'The results of {{event}} are in.'],
  'results-changed': ['{{event}}: the results changed', 'The results of {{event}} changed. {{reason}}'],
  'later-result': ['{{event}}: a later result waits', 'A result of {{event}} came after the event had ended. It waits for your choice: {{file}}'],
  'application-accepted': ['Welcome to {{league}}', '{{league}} accepted your application.'],
  'application-declined': ['{{league}}: your application', '{{league}} declined your application. {{reason}}'],
  'application-received': ['{{league}}: {{name}} applied', '{{name}} would like to join {{league}}.'],
  'role-changed': ['{{league}}: your role', 'You are now {{role}} in {{league}}.'],
  'account-corrected': [
    'Your {{platform}} account',
    'An admin of {{league}} said that your {{platform}} account is {{account}} (before: {{before}}).',
  ],
  'account-removed': [
    'Your {{platform}} account',
    'An admin of {{league}} said that the {{platform}} account {{before}} is not yours. It is linked to you no more.',
  ],
  'account-lost': [
    'Your {{platform}} account',
    'The {{platform}} account that you said is yours belongs to somebody else. It is linked to you no more.',
  ],
  banned: ['{{league}}: you are banned', '{{league}} banned you. Reason: {{reason}}'],
}

/** The mail of a notification; what stands in it was typed by people, so subjects stay on one line. */
export function mailOf(kind: NotificationKind, params: Params, address: string): { readonly subject: string; readonly body: string } {
  const [subject, sentence] = MAILS[kind]
  return { subject: fill(subject, params).replaceAll(/\s+/g, ' ').slice(0, 150), body: `${fill(sentence, params)}\n\n${address}\n` }
}

// moments come as ISO, in UTC
const fill = (template: string, params: Params): string =>
  template
    .replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = String(params[name] ?? '')
      return name.endsWith('At') ? value.slice(0, 16).replace('T', ' ') : value
    })
    .trim()
