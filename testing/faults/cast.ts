import type { LeagueId, SessionId, UserId } from '#core/ids.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { sessionsContract } from '#modules/sessions/contract.ts'
import type { Caller } from '../door.ts'
import { eventBody, ordinary, type WrittenEvent } from '../event.ts'
import { join as joinLeague, leagueBody } from '../league.ts'
import { loginBrowser, signUp, type CodeFor } from '../mail-login.ts'
import { until, type Stage } from './stage.ts'

export type Driver = { readonly id: UserId; readonly as: Caller }
/** Who drives the traffic, and on what. */
export type Cast = {
  readonly owner: Driver
  readonly drivers: readonly Driver[]
  readonly league: LeagueId
  /** Registration is open; one has few seats. */
  readonly open: readonly SessionId[]
  /** Over, and waiting for result files. */
  readonly over: readonly SessionId[]
}

const OPEN = 4
const OVER = 10

/** An event of this community, tomorrow, near the race host. */
export const plannedIn = (leagueId: LeagueId): WrittenEvent => ({ ...ordinary(leagueId, new Date()), location: 'DE-Frankfurt', publish: true })

/** The code that came last for an address. */
export const codeBy =
  ({ mail }: Stage): CodeFor =>
  async (email) => {
    await until(() => mail.codes(email).length > 0, 60_000)
    return mail.codes(email).at(-1)!
  }

/** People, a community and events, all made through the doors; only what time does is written as rows. */
export async function castOf(stage: Stage, many: number): Promise<Cast> {
  const join = async (name: string): Promise<Driver> => {
    const as = await signUp(loginBrowser(stage.all.url), `${name.toLowerCase().replaceAll(' ', '.')}@example.org`, name, codeBy(stage))
    return { id: (await as.ask(accountsContract.me, {})).body.id, as }
  }
  const [owner, drivers] = await Promise.all([join('Olga Owner'), Promise.all(Array.from({ length: many }, (_, n) => join(`Driver ${n}`)))])
  const founded = await owner.as.done(leaguesContract.AddLeague, {}, leagueBody({ name: 'Fault Line Racing', shortName: 'FAULT' }))
  const league = founded.aggregateId as LeagueId
  await stage.postgres.query(`update leagues set plan = 'LEAGUE_PLUS' where id = $1`, [league])
  for (const one of drivers) await joinLeague(one, league)
  const plan = async (sessionName: string, maxEntries: number): Promise<SessionId> => {
    const fields = eventBody({ ...plannedIn(league), sessionName, maxEntries })
    return (await owner.as.done(sessionsContract.AddSession, {}, fields)).aggregateId as SessionId
  }
  const open: SessionId[] = []
  for (let n = 0; n < OPEN; n++) open.push(await plan(`Open event ${n}`, n === 0 ? 6 : 30))
  const over: SessionId[] = []
  for (let n = 0; n < OVER; n++) over.push(await plan(`Event ${n} that is over`, 20))
  await stage.postgres.query(
    `with gone as (update splits set status = 'ENDED', status_at = now() where session_id = any($1))
     update sessions set status = 'ENDED', status_at = now(), ended_at = now(), starts_at = now() - interval '2 hours' where id = any($1)`,
    [over],
  )
  return { owner, drivers, league, open, over }
}
