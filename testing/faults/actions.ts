import { randomUUID } from 'node:crypto'
import type { ResultFileId, SessionId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { entriesContract } from '#modules/entries/contract.ts'
import { notificationsContract } from '#modules/notifications/contract.ts'
import { manualResultsContract } from '#modules/manual-results/contract.ts'
import { accFile, accLine } from '#modules/results/results.fixture.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import type { Caller } from '../door.ts'
import { entryBody, eventBody } from '../event.ts'
import { loginBrowser } from '../mail-login.ts'
import { sendUntilAnswered } from './ask.ts'
import { codeBy, plannedIn, type Cast, type Driver } from './cast.ts'
import type { Ledger } from './ledger.ts'
import type { Stage } from './stage.ts'

export type Dice = (sides: number) => number
/** What an action works with. Requests go out by `anybody`, who measures them. */
export type Traffic = {
  readonly stage: Stage
  readonly cast: Cast
  readonly ledger: Ledger
  readonly anybody: Caller
  readonly dice: Dice
  /** Something a person saw that must not be, in words. */
  readonly wrong: (sentence: string) => void
}
export type Action = { readonly name: string; readonly weight: number; readonly act: (traffic: Traffic) => Promise<void> }

const pick = <T>(dice: Dice, among: readonly T[]): T => among[dice(among.length)]!
const anyUrl = ({ stage, dice }: Traffic): string => pick(dice, stage.webs).url
const visitor = (traffic: Traffic): Caller => traffic.anybody.with(anyUrl(traffic), null)
/** A person's own login, measured. */
const as = (traffic: Traffic, { as: own }: Driver, url = anyUrl(traffic)): Caller => traffic.anybody.with(url, own.cookie)
const HTML = { headers: { accept: 'text/html' } }

/** Who is busy with a command of theirs: the next one waits for its answer, as a person does. */
const busy = new Set<string>()
async function alone(key: string, work: () => Promise<void>): Promise<void> {
  if (busy.has(key)) return
  busy.add(key)
  await work().finally(() => busy.delete(key))
}

/** The command at one process, tried again at another. */
const sent = <T>(traffic: Traffic, send: (url: string, headers: Record<string, string>) => Promise<T>) => {
  const first = traffic.dice(2)
  return (headers: Record<string, string>, attempt: number): Promise<T> => send(traffic.stage.webs[(first + attempt) % 2]!.url, headers)
}

async function page(traffic: Traffic): Promise<void> {
  const { cast, dice } = traffic
  const event = pick(dice, [...cast.open, ...cast.over])
  const paths = ['/', '/events', `/events/${event}`, '/communities', `/communities/${cast.league}`, `/profile/${pick(dice, cast.drivers).id}`]
  await visitor(traffic).fetch(pick(dice, paths), HTML)
}

async function publicAnswer(traffic: Traffic): Promise<void> {
  const { cast, dice } = traffic
  const by = visitor(traffic)
  const event = pick(dice, cast.open)
  if (dice(3) === 0) await by.ask(sessionsContract.publicEvents, { leagueId: cast.league })
  else if (dice(2) === 0) await by.ask(sessionsContract.publicEvent, { id: event })
  else await by.ask(entriesContract.publicEntryList, { refId: event })
}

async function ownAnswer(traffic: Traffic): Promise<void> {
  const { cast, dice } = traffic
  const by = as(traffic, pick(dice, cast.drivers))
  const event = pick(dice, cast.open)
  const asks = [
    () => by.ask(accountsContract.me, {}),
    () => by.ask(sessionsContract.race, { id: event }),
    () => by.ask(entriesContract.entryList, { refId: event }),
    () => by.ask(entriesContract.myEntries, {}),
    () => by.ask(notificationsContract.notifications, {}),
    () => by.fetch(`/events/${event}`, HTML),
  ]
  await pick(dice, asks)()
}

/** Registers, or cancels; what was answered last is what the ledger holds. */
async function toggle(traffic: Traffic): Promise<void> {
  const { cast, dice, ledger, wrong } = traffic
  const driver = pick(dice, cast.drivers)
  const event = pick(dice, cast.open)
  await alone(`${driver.id} ${event}`, async () => {
    const seen = await sendUntilAnswered(
      sent(traffic, (url) => as(traffic, driver, url).ask(entriesContract.entryList, { refId: event })),
      'read',
    )
    if (seen?.status !== 200) return
    const isIn = seen.body.mine !== null
    const entry = entryBody(pick(dice, plannedIn(cast.league).cars), { waitingList: true })
    const reply = await sendUntilAnswered<object>(
      sent(traffic, (url, headers) => {
        const by = as(traffic, driver, url)
        return isIn
          ? by.send(entriesContract.Leave, { id: event, v: seen.body.mine!.v }, {}, headers)
          : by.send(entriesContract.AddEntry, { id: event, v: seen.body.v }, entry, headers)
      }),
      randomUUID(),
    )
    if (reply?.status === 200) ledger.entered(driver.id, event, !isIn)
    // who waited may have moved up meanwhile
    else if (!isIn || reply?.body.code !== 'VERSION_CONFLICT')
      wrong(`${isIn ? 'Leave' : 'AddEntry'} of a driver who is alone with it: ${reply ? `${reply.status} ${reply.body.code}` : 'never answered'}`)
  })
}

const COUNTRIES = ['DE', 'FR', 'IT', 'ES', 'PT', 'GB', 'FI', 'SE', 'NO', 'PL'] as const

/** A change with a version: exactly one more each time. */
async function changeCountry(traffic: Traffic): Promise<void> {
  const { cast, dice, ledger, wrong } = traffic
  const driver = pick(dice, cast.drivers)
  await alone(driver.id, async () => {
    const me = await sendUntilAnswered(
      sent(traffic, (url) => as(traffic, driver, url).ask(accountsContract.me, {})),
      'read',
    )
    if (me?.status !== 200) return
    const country = pick(dice, COUNTRIES)
    const target = { id: driver.id, v: me.body.v }
    const reply = await sendUntilAnswered(
      sent(traffic, (url, headers) => as(traffic, driver, url).send(accountsContract.ChangeCountry, target, { country }, headers)),
      randomUUID(),
    )
    if (reply?.status === 200) ledger.country(driver.id, reply.body.v, country)
    else wrong(`ChangeCountry of a person who is alone with it: ${reply ? `${reply.status} ${reply.body.code}` : 'never answered'}`)
  })
}

let made = 0
async function plan(traffic: Traffic, name: string): Promise<SessionId | null> {
  const { cast, ledger, wrong } = traffic
  const fields = eventBody({ ...plannedIn(cast.league), sessionName: name })
  const reply = await sendUntilAnswered(
    sent(traffic, (url, headers) => as(traffic, cast.owner, url).send(sessionsContract.AddSession, {}, fields, headers)),
    randomUUID(),
  )
  if (reply?.status !== 200) {
    wrong(`AddSession: ${reply ? `${reply.status} ${reply.body.code}` : 'never answered'}`)
    return null
  }
  ledger.created(name, reply.body.aggregateId)
  return reply.body.aggregateId as SessionId
}

async function addEvent(traffic: Traffic): Promise<void> {
  await plan(traffic, `Planned ${++made}`)
}

/** A race that starts in a moment: launched on the race host, driven, read. */
async function launch(traffic: Traffic): Promise<void> {
  const { stage, cast, ledger } = traffic
  const id = await plan(traffic, `Race ${++made}`)
  if (!id) return
  for (const driver of cast.drivers.slice(0, 3)) {
    await sendUntilAnswered(
      sent(traffic, (url, headers) => as(traffic, driver, url).send(entriesContract.AddEntry, { id }, entryBody('34'), headers)),
      randomUUID(),
    )
  }
  for (;;) {
    // events start on five-minute steps; this one is moved off them, and the sweep finds it
    const moved = await stage.postgres.query('update sessions set starts_at = now() where id = $1 returning id', [id]).catch(() => [])
    if (moved.length > 0) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  ledger.launched(id, Date.now())
}

let files = 0
/** A result file that somebody hands in, another each time. */
async function importFile(traffic: Traffic): Promise<void> {
  const { cast, dice, ledger, wrong } = traffic
  const event = pick(dice, cast.over)
  const rows = Array.from({ length: 12 }, (_, n) =>
    accLine(n + 1, String(76561198000000000 + n), `Driver ${n}`, 20, 2_000_000 + n * 900 + ++files, 100_000),
  )
  const body = { name: `race-${files}.json`, contentBase64: Buffer.from(accFile('R', 1, rows)).toString('base64'), game: 'acc' as const }
  const reply = await sendUntilAnswered(
    sent(traffic, (url, headers) => as(traffic, cast.owner, url).send(manualResultsContract.ImportResultFile, { id: event }, body, headers)),
    randomUUID(),
  )
  if (reply?.status === 200) ledger.imported(reply.body.fileId as ResultFileId)
  else if (reply?.body.code !== 'FILE_COUNT_MAX') wrong(`ImportResultFile: ${reply ? `${reply.status} ${reply.body.code}` : 'never answered'}`)
}

let logins = 0
/** Somebody new signs in by a code that comes by mail. */
async function logIn(traffic: Traffic): Promise<void> {
  const url = anyUrl(traffic)
  const codeOf = codeBy(traffic.stage)
  await loginBrowser(url, null, new Map(), traffic.anybody.with(url, null)).signIn(`newcomer${++logins}@example.org`, async (email) => {
    const code = await codeOf(email).catch(() => null)
    if (!code) traffic.wrong('a code that was promised never came by mail')
    return code ?? ''
  })
}

/** The evening's mix; weights are shares. */
export const ACTIONS: readonly Action[] = [
  { name: 'pages', weight: 250, act: page },
  { name: 'public answers', weight: 300, act: publicAnswer },
  { name: 'own answers', weight: 250, act: ownAnswer },
  { name: 'registrations', weight: 120, act: toggle },
  { name: 'changes', weight: 50, act: changeCountry },
  { name: 'new events', weight: 6, act: addEvent },
  { name: 'races', weight: 2, act: launch },
  { name: 'imports', weight: 3, act: importFile },
  { name: 'logins', weight: 3, act: logIn },
]
