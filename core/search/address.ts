type Search = Readonly<Record<string, string | undefined>>
type Form = { readonly test: (said: string) => boolean }
export type Forms = Readonly<Record<string, Form>>

// Every browser loads this file with the route table: it is written short.

/** As the calendar has it. */
export const DAY: Form = { test: (said) => said === new Date(Date.parse(said) || 0).toISOString().slice(0, 10) }
export const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'

/** What of a query string is of the forms that a page knows; anything else is left out. */
export const known = (search: Search, forms: Forms): Search =>
  Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, form.test(search[name] ?? '') ? search[name] : undefined]))
