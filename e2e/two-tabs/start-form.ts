import type { Locator } from 'playwright-core'
import { DAY_MS } from '#core/duration.ts'
import type { SessionId } from '#core/ids.ts'
import { wallTime } from '#core/time-zone.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import type { Person } from '#testing/people.ts'
import type { VersionedForm } from './form.ts'

/** The start of an event, moved in two tabs at once. */
export const startForm = (olga: Person, id: SessionId): VersionedForm => ({
  form: 'the start of an event',
  path: `/events/${id}`,
  open: (page) => page.getByRole('button', { name: 'Move the start' }).click(),
  within: (page) => page.getByRole('dialog'),
  theirs: (form) => pickStart(form, '19:00'),
  mine: (form) => pickStart(form, '21:00'),
  save: 'Move the start',
  field: 'Start',
  sides: [/19:00/, /21:00/],
  choose: 'Mine',
  state: async () => wallTime((await olga.as.ask(sessionsContract.race, { id })).body.startsAt, 'Europe/Berlin').slice(11, 16),
  becomes: '21:00',
})

/** The day after what stands there, at this hour of the reader's. */
async function pickStart(form: Locator, hour: string): Promise<void> {
  const field = form.getByLabel('Start', { exact: true })
  const next = new Date(Date.parse(`${(await field.inputValue()).slice(0, 10)}T00:00Z`) + DAY_MS)
  await field.fill(`${next.toISOString().slice(0, 10)}T${hour}`)
}
