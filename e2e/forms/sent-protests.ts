import type { LeagueId } from '#core/ids.ts'
import { protestsContract as calls } from '#modules/protests/contract.ts'
import { filed, NOTE, setRules, TEXT, VIDEO } from '#modules/protests/protests.fixture.ts'
import { accFile, accLine, allRead, enter, LAP, runningEvent, upload } from '#modules/results/results.fixture.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'
import { dialog, press, reason, type SentForm } from './filling.ts'

/** What drivers, stewards and admins send about protests: each about a protest of its own. */
export async function protestForms(
  server: TestServer,
  owner: Person,
  apex: LeagueId,
  [dora, marco]: readonly [Person, Person],
): Promise<readonly SentForm[]> {
  await setRules(owner, apex, { start_delay_hrs: 0, reviewer_count: 1 })
  const raced = await runningEvent(server, owner, apex, { segments: ['RACE'] })
  await enter(
    server,
    raced,
    [dora, marco].map(({ id: userId }, i) => ({ userId, raceNumber: 7 + i, carId: '34' })),
  )
  const lines = [dora, marco].map((one, i) => accLine(7 + i, one.steamId, one.name, 4, 4 * LAP + i, 97_000 + i))
  await upload(server, raced.servers[0]!, '250101_203000_R.json', accFile('R', 0, lines))
  await allRead(server)
  const file = () => filed(marco, raced.id, dora, { segmentIndex: 0 })
  const [open, decided, waiting, penalised] = [await file(), await file(), await file(), await file()]
  const vote = { note: NOTE, decision: 'ACCEPT' } as const
  await owner.as.done(calls.ReviewReport, { id: decided.id }, vote)
  await owner.as.done(calls.ReviewReport, { id: penalised.id }, { ...vote, penalties: [{ kind: 'GRID_DROP', amount: 3 }] })
  const settles = { within: dialog, settles: true } as const
  return [
    {
      within: dialog,
      form: 'a protest',
      by: marco,
      path: `/events/${raced.id}#protests`,
      open: press('Report an incident'),
      fill: async (form) => {
        await form.getByLabel('Which driver').selectOption({ label: '#7 Dora Dahl' })
        await form.getByLabel('What happened').fill(TEXT)
        await form.getByLabel('Link to a video').fill(VIDEO)
      },
      send: 'Send report',
    },
    {
      within: dialog,
      form: 'an answer to a protest',
      by: dora,
      path: `/protests/${open.id}`,
      open: press('Answer'),
      fill: (form) => form.getByRole('textbox').fill(TEXT),
      send: 'Send answer',
    },
    {
      within: dialog,
      form: 'an appeal',
      by: dora,
      path: `/protests/${decided.id}`,
      open: press('Appeal'),
      fill: async (form) => {
        await form.getByLabel('Why the decision is wrong').fill(TEXT)
        await form.getByLabel('Link to a video').fill(VIDEO)
      },
      send: 'Send appeal',
    },
    {
      ...settles,
      form: 'a vote on a protest',
      by: owner,
      path: `/protests/${waiting.id}`,
      open: press('Vote'),
      fill: async (form) => {
        await form.getByRole('button', { name: 'Reject' }).click()
        await form.getByLabel('Reason').fill(NOTE)
      },
      send: 'Send vote',
    },
    {
      ...settles,
      form: 'a penalty let go',
      by: owner,
      path: `/communities/${apex}/stewards`,
      open: async (page) => {
        await page.getByRole('button', { name: /Penalty pool/ }).click()
        await press('Let go')(page)
      },
      fill: reason,
      send: 'Let go',
    },
  ]
}
