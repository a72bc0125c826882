import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ASKERS } from '#server/roles/askers.ts'
import { ask, CONTRACTS, each, type World } from '#server/roles/asking.fixture.ts'
import { standingWorld } from '#server/roles/standing.fixture.ts'
import { TABLE } from '#server/roles/table.ts'
import type { Person } from '#testing/people.ts'
import { protestsContract as calls } from '../contract.ts'
import { NOTE, VIDEO } from '../protests.fixture.ts'

/** The reason of a vote that nobody but its steward reads before the decision (decisions.md §2). */
const CANARY = 'canary-of-a-vote: no overlap at turn-in as I see it'
const QUERIES = TABLE.filter(({ call }) => CONTRACTS.get(call)!.kind === 'query')

describe('a vote is read by whoever gave it alone, until it is decided', () => {
  let world: World
  before(async () => {
    world = await standingWorld()
  })
  after(() => world.server.stop())
  const sql = (text: string, values: readonly unknown[]) => world.server.running.machine.pool.query(text, [...values])
  /** A report with one vote, which is of the community’s id. */
  async function given(status: 'IN_PROGRESS' | 'APPEALED'): Promise<void> {
    await sql('delete from protest_reviews', [])
    await sql('delete from protest_reports', [])
    await sql('delete from protest_numbers', [])
    const isAppeal = status === 'APPEALED'
    const { league, cast, events } = world.own
    const now = world.server.clock.now()
    await sql('insert into protest_numbers (league_id, last_no) values ($1, 1)', [league])
    await sql(
      `insert into protest_reports (id, league_id, report_no, session_id, split_no, segment_index, segment_type, segment_no, reporter_id, reportee_id,
          category, description, video_url, required_reviews, submitted_at, status, verdict, decided_at, appeal_until, appealed_at, appeal_note, appeal_video_url)
         values ($1, $1, 1, $2, 1, 1, 'RACE', 1, $3, $4, 'CONTACT', $5, $6, 3, $8, $7, ${
           isAppeal ? `'REJECT', $8, $8::timestamptz + interval '1 day', $8, $5, $6` : 'null, null, null, null, null, null'
         })`,
      [league, events.ended.id, cast.participant.id, cast.otherMember.id, NOTE, VIDEO, status, now],
    )
    const vote = (by: Person, round: number, no: number, note: string) =>
      sql(`insert into protest_reviews (report_id, round, reviewer_id, no, decision, note, reviewed_at) values ($1, $2, $3, $4, 'REJECT', $5, $6)`, [
        league,
        round,
        by.id,
        no,
        note,
        now,
      ])
    if (isAppeal) for (const [at, by] of [cast.otherSteward, cast.admin].entries()) await vote(by, 1, at + 1, NOTE)
    await vote(cast.steward, isAppeal ? 2 : 1, 1, CANARY)
    world.server.running.machine.answers.dropAll()
  }

  for (const status of ['IN_PROGRESS', 'APPEALED'] as const)
    describe(status, () => {
      beforeEach(() => given(status))

      test('no answer of any query tells anybody else', async () => {
        const { own, foreign } = world
        const asks = QUERIES.flatMap((row) => ASKERS.map((asker) => ({ row, asker })))
        const seen = await each(asks, async ({ row, asker }) => {
          const self = world.selves[asker]
          const { text } = await ask(world, self, CONTRACTS.get(row.call)!, row.ask(own, self, own.events.ended, foreign))
          return text.includes(CANARY) ? [`${asker} ${row.call}`] : []
        })
        assert.deepEqual([...new Set(seen.flat())], ['steward accounts.exportData'])
      })

      test('nor does what an answer, another vote or another report is answered with', async () => {
        const { league, cast, events } = world.own
        const at = { id: league }
        const other = { reporteeId: cast.otherMember.id, description: NOTE, videoURL: VIDEO, sessionId: events.ended.id, segmentIndex: 1 }
        await sql(`update sessions set ended_at = status_at - interval '2 hours' where id = $1`, [events.ended.id])
        const vote = { decision: 'ACCEPT', note: NOTE } as const
        const said = [
          await cast.otherMember.as.send(calls.AnswerReport, at, { text: NOTE }),
          await cast.otherAdmin.as.send(calls.ReviewReport, at, vote),
          await cast.steward.as.send(calls.ReviewReport, at, vote),
          await cast.participant.as.send(calls.SubmitReport, {}, other),
        ]
        assert.deepEqual(
          said.map(({ status: code, body }) => body.code ?? code),
          [200, 200, 'PROTEST_ALREADY_REVIEWED', 200],
        )
        for (const { body } of said) assert.equal(JSON.stringify(body).includes(CANARY), false)
        // once it is decided everybody of the community reads why
        await cast.owner.as.done(calls.ReviewReport, at, vote)
        assert.ok(JSON.stringify((await cast.member.as.ask(calls.report, at)).body).includes(CANARY))
      })
    })
})
