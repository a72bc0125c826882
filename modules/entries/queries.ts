import type { ReplyOf } from '#core/contract.ts'
import { toCsv } from '#core/csv.ts'
import { allowed, ok, refuse, type Result } from '#core/result.ts'
import { UnwritableText } from '#games/game.ts'
import { gameOf } from '#games/index.ts'
import { atLeast } from '#modules/leagues/rules.ts'
import { launchOrder } from '#modules/sessions/door.ts'
import { maySeeDrivers, maySeeEvent, VISITOR } from '#modules/visibility/rules.ts'
import type { Apart, QueriesOf, QueryContext, UserActor } from '#server/room.ts'
import type { entriesContract, PublicEntryList } from './contract.ts'
import { orderEntries } from './door.ts'
import { isIn, mayClose, mayDownload } from './policy.ts'
import { bansQueries } from './queries/bans.ts'
import { forAll, forOne, listed, listOf, OWN, unknownIn } from './queries/list.ts'
import { placesOf } from './queries/coming.ts'
import { nextOf } from './queries/next.ts'
import { nightOf } from './queries/night.ts'
import { mayExport } from './policy/spectators.ts'
import { entryRows } from './rules/csv.ts'
import { spectatorsQueries } from './queries/spectators.ts'
import { findEntry, findFacts } from './store.ts'

/** Answers about who drives an event. */
export const entriesQueries: QueriesOf<typeof entriesContract> = {
  publicEntryList: async ({ db, now, dependsOn }, { refId }) => {
    dependsOn(`session:${refId}`)
    const found = await listed(db, refId, null, now)
    if (!found) return refuse('NOT_FOUND')
    const { facts, rows } = found
    const drivers = rows.flatMap((row) => row.drivers.map(({ id }) => `user:${id}`))
    dependsOn(`league:${facts.league_id}`, ...drivers)
    if (!allowed(maySeeEvent(facts, facts.status))) return refuse('NOT_FOUND')
    const list = { ...listOf(facts, rows, 'FREE'), membersOnly: !facts.open_events, onApplication: !facts.direct_join }
    return ok(
      allowed(maySeeDrivers(VISITOR, facts.open_results))
        ? { ...list, loginRequired: false }
        : // how many there are, and nobody's name
          { ...list, entries: [], waitingList: [], loginRequired: true },
    )
  },

  entryList: async ({ db, actor, now }, { refId, gridPositionId, splitNumber }) => {
    const asker = actor as UserActor
    const found = await listed(db, refId, asker.userId, now)
    if (!found || !allowed(maySeeEvent(found.facts, found.facts.status)) || (gridPositionId && gridPositionId !== refId)) return refuse('NOT_FOUND')
    const { facts, rows } = found
    const everybody = forAll(facts, rows, asker.plan)
    const own = forOne(facts, everybody, asker, now)
    const unknown = own.may.changeAnyCar ? await unknownIn(db, facts) : []
    return ok({
      ...everybody,
      ...(splitNumber === undefined ? {} : ofSplit(everybody, splitNumber)),
      ...own,
      withoutAccount: unknown.map(({ id }) => id),
    })
  },

  teamPassword: async ({ db, actor, now, sealer }, { refId }) => {
    const facts = await findFacts(db, refId, (actor as UserActor).userId, now)
    if (!facts || !allowed(maySeeEvent(facts, facts.status))) return refuse('NOT_FOUND')
    const team = facts.entry_id && isIn({ entry: facts.entry_status }) ? await findEntry(db, refId, facts.entry_id) : undefined
    if (!team || team.team_name === null) return refuse('NOT_REGISTERED')
    if (!facts.is_manager) return refuse('MANAGER_REQUIRED')
    return ok({ participant: { password: team.team_password_sealed && sealer.open(team.team_password_sealed) } })
  },

  myEntries: async (context) => ok(await entriesOf(context)),
  myNext: async (context) => ok(await nextOf(context)),
  myNight: async (context) => ok(await nightOf(context)),

  ...bansQueries,
  ...spectatorsQueries,

  exportEntryList: async ({ db, actor, now }, { refId }) => {
    const found = await listed(db, refId, (actor as UserActor).userId, now)
    if (!found || !allowed(maySeeEvent(found.facts, found.facts.status))) return refuse('NOT_FOUND')
    const { facts, rows } = found
    const may = mayExport(facts.person)
    return may === true ? ok(toCsv(entryRows(listOf(facts, rows, 'FREE')))) : may
  },

  downloadEntryList: async ({ db, actor, now, sealer }, { refId, splitNumber = 1 }) => {
    const found = await listed(db, refId, (actor as UserActor).userId, now)
    if (!found || !allowed(maySeeEvent(found.facts, found.facts.status))) return refuse('NOT_FOUND')
    const { facts, rows } = found
    const may = mayDownload(facts.event, facts.role)
    if (may !== true) return may
    const known = mayClose(facts.event, await unknownIn(db, facts))
    if (known !== true) return known
    const order = await launchOrder(db, sealer, refId)
    const game = gameOf(facts.game)
    const list = listOf(facts, rows, 'FREE')
    const isThere = list.splits ? list.splits.splits.some(({ splitNo }) => splitNo === splitNumber) : splitNumber === 1
    if (!order || !game?.server || !isThere) return refuse('NOT_FOUND')
    // a server has room for those of its split alone
    const split = list.splits && new Set(ofSplit(list, splitNumber).entries.map(({ id }) => id))
    const entries = await orderEntries(db, order, split)
    return entryListFile(game.entryListFile, () => game.server!.writeFiles({ ...order, tag: refId, ports: NO_PORTS, entries }))
  },
}

/** Who drives in a split; all do in the first where there are no others. */
const ofSplit = ({ entries, splits }: Pick<PublicEntryList, 'entries' | 'splits'>, wanted: number) => ({
  entries: entries.filter(({ splitNo }) => (splits ? splitNo : (splitNo ?? 1)) === wanted),
  waitingList: [],
})

/** Who is in is the same for all who do not look after the event; whether I am, and what I may do, is read anew. */
export const entriesApart = {
  myEntries: {
    own: ['entries'],
    same: async () => ok({ answer: {}, about: null }),
    mine: entriesOf,
  } satisfies Apart<typeof entriesContract.myEntries, 'entries'>,
  myNext: {
    own: ['event', 'entry', 'plan'],
    same: async () => ok({ answer: {}, about: null }),
    mine: nextOf,
  } satisfies Apart<typeof entriesContract.myNext, 'event' | 'entry' | 'plan'>,
  entryList: {
    own: OWN,
    same: async ({ db, now, dependsOn }, { refId, gridPositionId, splitNumber }, plan) => {
      // a part of the list is read for each who asks
      if (gridPositionId || splitNumber !== undefined) return refuse('NOT_FOUND')
      dependsOn(`session:${refId}`)
      const found = await listed(db, refId, null, now)
      if (!found) return refuse('NOT_FOUND')
      const { facts, rows } = found
      dependsOn(`league:${facts.league_id}`, ...rows.flatMap((row) => row.drivers.map(({ id }) => `user:${id}`)))
      if (!allowed(maySeeEvent(facts, facts.status))) return refuse('NOT_FOUND')
      return ok({ answer: { ...forAll(facts, rows, plan), withoutAccount: [] }, about: null })
    },
    mine: async ({ db, actor, now }, { refId }, { answer }) => {
      const asker = actor as UserActor
      const facts = await findFacts(db, refId, asker.userId, now)
      if (!facts || atLeast(facts.role, 'admin')) return null
      const isSame = (['v', 'status', 'taken', 'waiting', 'seats'] as const).every((name) => facts[name] === answer[name])
      const own = forOne(facts, answer, asker, now)
      const isIn = facts.entry_status === 'ACTIVE' || facts.entry_status === 'WAITING_LIST'
      // the list may be a moment older than this
      return isSame && (own.mine?.id ?? null) === (isIn ? facts.entry_id : null) && (own.mine?.v ?? null) === (isIn ? facts.entry_v : null)
        ? own
        : null
    },
  } satisfies Apart<typeof entriesContract.entryList, (typeof OWN)[number]>,
}

async function entriesOf(context: QueryContext): Promise<ReplyOf<typeof entriesContract.myEntries>> {
  const places = await placesOf(context)
  return {
    entries: places.map(({ id, entry_status, race_number, starts_at }) => ({
      sessionId: id,
      status: entry_status,
      raceNumber: race_number,
      startsAt: starts_at.toISOString(),
    })),
  }
}

// the entry list holds none, but the writer writes all files of a server
const NO_PORTS = { udp: 0, tcp: 0, http: 0 }

/** The file as the game's own writer makes it; a text somebody typed that the format cannot hold is refused. */
function entryListFile(name: string | undefined, write: () => readonly { readonly path: string; readonly bytes: Uint8Array }[]): Result<Uint8Array> {
  try {
    const file = write().find(({ path }) => path.endsWith(`/${name}`))
    return file ? ok(file.bytes) : refuse('NOT_FOUND')
  } catch (fault) {
    if (!(fault instanceof UnwritableText)) throw fault
    return refuse('CONFIG_INVALID', { field: fault.field, reason: 'server' })
  }
}
