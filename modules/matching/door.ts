import type { LeagueId } from '#core/ids.ts'
import type { ResultRow } from '#games/game.ts'
import { identityOf, storedDriver, type NamedDrivers } from '#modules/results/rules/participant.ts'
import type { Reader, Tx } from '#server/db/connect.ts'
import { findNamed } from './store.ts'

type Sessions = readonly { readonly results: readonly Pick<ResultRow, 'drivers'>[] }[]

/** Whom admins of a community have named before, of those in results that are about to be shown; held. The event is locked already. */
export const namedBefore = (tx: Tx, leagueId: LeagueId, sessions: Sessions): Promise<NamedDrivers> =>
  findNamed(tx, leagueId, { identities: identitiesIn(sessions) }, 'HELD')

/** As `namedBefore`, for a look. */
export const namedAmong = (db: Reader, leagueId: LeagueId, sessions: Sessions): Promise<NamedDrivers> =>
  findNamed(db, leagueId, { identities: identitiesIn(sessions) }, 'LOOKED_AT')

const identitiesIn = (sessions: Sessions): readonly string[] => {
  const drivers = sessions.flatMap(({ results }) => results.flatMap((row) => row.drivers))
  return [...new Set(drivers.flatMap((driver) => identityOf(storedDriver(driver, null)) ?? []))]
}
