import { type RawBuilder, sql } from 'kysely'
import type { ReplyOf } from '#core/contract.ts'
import type { UserId } from '#core/ids.ts'
import type { Platform } from '#games/facts/platform.ts'
import { hasAccepted } from '#modules/leagues/rules.ts'
import { unreadOf } from '#modules/unread/door.ts'
import { isClosed, isListed } from '#modules/visibility/door.ts'
import { builtOnce } from '#server/db/built-once.ts'
import type { Reader } from '#server/db/connect.ts'
import { loginHolds } from '#server/outside/login-token.ts'
import type { QueryContext } from '#server/room.ts'
import type { accountsContract, Settings } from '../contract.ts'
import { nameChangeOf } from '../rules.ts'

const DEFAULTS: Settings = { locale: null, timeZone: null, weekStart: null, theme: null, ads: true, notifications: { mail: true } }

/** Somebody with all that every page says of them; `null`: there is nobody of that id. */
export async function meOf(context: QueryContext, id: UserId) {
  const [user] = await meRows(context.db, [id, context.now])
  return user ? shown(user, context) : null
}

/** The same of whoever has a login by its hash, with that login: what every page begins with is one read. */
export async function signedIn(context: QueryContext, hash: string) {
  const [user] = await signedInRows(context.db, [hash, context.now])
  if (!user) return null
  const { id: userId, login, onboarded, plan } = user
  return { actor: { kind: 'user', userId, loginSessionId: login, onboarded, plan }, me: shown(user, context) } as const
}

function shown(user: Somebody, { now, proofs }: QueryContext): ReplyOf<typeof accountsContract.me> {
  const nameChange = nameChangeOf({ plan: user.plan, nameChanges: user.name_changes, nameChangedAt: user.name_changed_at }, now)
  return {
    id: user.id,
    v: user.v,
    name: user.name,
    email: user.email?.endsWith('.invalid') ? null : (user.email ?? null),
    onboarded: user.onboarded,
    subscription: { productId: user.plan },
    settings: {
      ...DEFAULTS,
      ...(user.settings as Partial<Settings>),
      country: user.country,
      ...elsewhereOf(user.links),
    },
    linkedAccounts: user.links,
    proofs: [...proofs],
    memberships: Object.fromEntries([
      ...user.bans.map(
        (row) =>
          [
            row.league_id,
            {
              role: null,
              name: row.name,
              logoUrl: logoOf(row),
              pendingApplications: 0,
              consent: { tos: false },
              statusInfo: { date: new Date(row.banned_at).toISOString() },
            },
          ] as const,
      ),
      ...user.memberships.map((row) => {
        const tos = hasAccepted({ exist: row.has_tos, version: row.wanted }, row.tos_version)
        const { role, name, waiting } = row
        return [
          row.league_id,
          { role: role as 'member', name, logoUrl: logoOf(row), pendingApplications: waiting, consent: { tos }, statusInfo: null },
        ] as const
      }),
    ]),
    unread: { notifications: user.unread.lines, about: [...user.unread.about] },
    nameChange: { ...nameChange, opensAt: nameChange.opensAt?.toISOString() ?? null },
    may: { changeName: nameChange.state === 'open' },
  }
}

type Link = { readonly provider: string; readonly subject: string; readonly proven: boolean }

/** Accounts elsewhere by the names that the specification has for them. */
function elsewhereOf(links: readonly Link[]) {
  const ids: Partial<Record<Platform | 'discord', string>> = Object.fromEntries(links.map(({ provider, subject }) => [provider, subject]))
  const known = (id: string | undefined) => (id === undefined ? null : { id })
  const associated = { isAssociated: ids.r3e !== undefined }
  return { discord: known(ids.discord), iRacing: known(ids.iracing), r3e: associated }
}

type OfLeague = { readonly league_id: string; readonly name: string; readonly logo: string | null }
type Membership = OfLeague & {
  readonly role: string
  readonly tos_version: number | null
  readonly wanted: number
  readonly has_tos: boolean
  readonly waiting: number
}
type Ban = OfLeague & { readonly banned_at: string }

const logoOf = ({ logo }: OfLeague): string | null => (logo === null ? null : `/files/${logo}`)

/** Rows as one value of a statement. */
export const listOf = <Row>(of: RawBuilder<unknown>) => sql<Row[]>`(select coalesce(json_agg(x), '[]') from (${of}) x)`

/** People with all that every page says of them, in one statement. */
const people = (db: Reader, now: unknown) =>
  db
    .selectFrom('users')
    .leftJoin('logins', (join) => join.onRef('logins.id', '=', 'users.id'))
    .select([
      'users.id',
      'users.v',
      'users.name',
      'users.country',
      'users.plan',
      'users.settings',
      'users.name_changes',
      'users.name_changed_at',
      'logins.email',
    ])
    .select(sql<boolean>`users.terms_accepted_at is not null`.as('onboarded'))
    .select(listOf<Link>(sql`select provider, subject, proven from linked_accounts where user_id = users.id order by provider`).as('links'))
    .select(
      listOf<Membership>(sql`select m.league_id, m.role, l.name, l.logo, m.tos_version, l.tos_version as wanted, l.tos is not null as has_tos,
          case when m.role in ('admin', 'owner')
            then (select count(*)::int from applications a where a.league_id = m.league_id and a.status = 'PENDING') else 0 end as waiting
        from memberships m join leagues l on l.id = m.league_id where m.user_id = users.id and not ${isClosed('l')} order by m.league_id`).as(
        'memberships',
      ),
    )
    .select(
      listOf<Ban>(sql`select b.league_id, l.name, l.logo, b.banned_at from bans b join leagues l on l.id = b.league_id
        where b.user_id = users.id and ${isListed('l')} and (b.ends_at is null or b.ends_at > ${now}) order by b.league_id`).as('bans'),
    )
    .select(unreadOf(sql.ref('users.id'), now).as('unread'))
type Somebody = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

const meRows = builtOnce((db, at) => people(db, at(1)).where('users.id', '=', at(0)))
const signedInRows = builtOnce((db, at) =>
  people(db, at(1))
    .innerJoin('login_sessions', 'login_sessions.user_id', 'users.id')
    .select('login_sessions.id as login')
    .where(loginHolds(at(0), at(1))),
)
