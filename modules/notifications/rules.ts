/** What the page asks for first; the server has it ready under the same parameters. */
export const FIRST_NOTIFICATIONS = { limit: 20 } as const
