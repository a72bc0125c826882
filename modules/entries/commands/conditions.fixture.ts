import type { LeagueId } from '#core/ids.ts'
import { DAY_MS } from '#core/duration.ts'
import { manualResultsContract as manual } from '#modules/manual-results/contract.ts'
import { enter, runningEvent } from '#modules/results/results.fixture.ts'
import type { Person } from '#testing/people.ts'
import type { TestServer } from '#testing/server.ts'

/** An event that is over, with those who drove it and those who were in and did not. */
export async function raced(server: TestServer, owner: Person, leagueId: LeagueId, started: readonly Person[], missed: readonly Person[] = []) {
  const made = await runningEvent(server, owner, leagueId, { game: 'iracing', manual: true, segments: ['RACE'] })
  const all = [...started, ...missed]
  const ids = await enter(
    server,
    made,
    all.map(({ id }, at) => ({ userId: id, raceNumber: at + 1, carId: '1' })),
  )
  const entryResults = ids.map((entryId, at) => ({
    entryId,
    position: at + 1,
    ...(at < started.length ? { timeMs: 900_000 + at } : { isSkip: true }),
  }))
  await owner.as.done(manual.SaveRaceResult, { id: made.id, v: 0 }, { raceNo: 1, entryResults: entryResults as never })
  await owner.as.done(manual.PublishResults, { id: made.id }, {})
}

/** Makes somebody's account so old. */
export async function joinedAgo({ running }: TestServer, { id }: Person, days: number): Promise<void> {
  const at = new Date(running.machine.clock().getTime() - days * DAY_MS)
  await running.machine.db.updateTable('users').set({ created_at: at }).where('id', '=', id).execute()
}
