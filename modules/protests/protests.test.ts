import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { leaguesContract } from '#modules/leagues/contract.ts'
import { membersContract } from '#modules/members/contract.ts'
import { addRound, driveRound, seasonWith } from '#modules/tournaments/queries/season.fixture.ts'
import type { Person } from '#testing/people.ts'
import { protestsContract as calls, type ReportView } from './contract.ts'
import { appeal, drivenEvent, filed, NOTE, protestWorld, review, setRules, submit, TEXT, type ProtestWorld } from './protests.fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('protests', () => {
  let world: ProtestWorld
  before(async () => {
    world = await protestWorld('PRO')
  })
  after(() => world.server.stop())
  const seenBy = async (who: Person, { id }: { readonly id: string }) => (await who.as.ask(calls.report, { id })).body

  test('a report is filed, voted on, decided by the majority and appealed; nobody sees a vote before', async () => {
    const { owner, marco, dora, mate, member, stewards, event } = world
    const eventId = await event()
    const report = await filed(marco, eventId, dora, { lapNumber: 12, category: 'CONTACT' })
    assert.deepEqual(
      [report.status, report.segment, report.segmentName, report.reviewCount, report.requiredReviewCount, report.reportee.teamName, report.lapNumber],
      ['PENDING', 'race-1', 'Race', 0, 3, 'Team 2', 12],
    )
    assert.deepEqual((await review(stewards[0]!, report, 'ACCEPT', { penalties: [{ kind: 'TIME', amount: 10 }] })).body.status, 'IN_PROGRESS')
    assert.equal((await review(stewards[0]!, report, 'REJECT')).body.code, 'PROTEST_ALREADY_REVIEWED')
    for (const who of [marco, dora, mate, member, owner, ...stewards]) {
      const seen = await seenBy(who, report)
      assert.deepEqual([seen.reviews, seen.penalties, seen.reviewCount], [[], [], 1], who.name)
      assert.equal(JSON.stringify(await who.as.ask(calls.sessionReports, { sessionId: eventId })).includes(NOTE), false)
    }
    // stewards see who has voted, and never how
    const voters = (await seenBy(stewards[1]!, report)).voters!
    assert.deepEqual(
      voters.filter(({ hasVoted }) => hasVoted).map(({ name }) => name),
      ['Steward 0'],
    )
    assert.equal(voters.length, 7)
    assert.equal((await seenBy(marco, report)).voters, undefined)

    const last = await review(stewards[1]!, report, 'ACCEPT', { penalties: [{ kind: 'TIME', amount: 10 }] })
    assert.deepEqual([last.body.status, last.body.reviews.length], ['ACCEPTED', 2])
    assert.deepEqual(
      last.body.penalties.map(({ kind, amount, state }) => [kind, amount, state]),
      [['TIME', 10, 'STANDS']],
    )
    assert.equal((await review(stewards[2]!, report, 'REJECT')).body.code, 'WRONG_STATE')
    // the community reads it now
    assert.equal((await seenBy(member, report)).description, TEXT)

    assert.equal((await appeal(marco, report)).body.code, 'PROTEST_NOT_ALLOWED')
    assert.equal((await appeal(dora, report)).body.status, 'APPEALED')
    assert.equal((await appeal(dora, report)).body.code, 'APPEAL_ONCE')
    // those who decided first are left out: others are enough
    assert.equal((await review(stewards[0]!, report, 'ACCEPT')).body.code, 'PROTEST_ALREADY_REVIEWED')
    assert.deepEqual(
      (await seenBy(stewards[2]!, report)).voters!.map(({ name }) => name),
      ['Olga Owner', 'Steward 2', 'Steward 3', 'Steward 4', 'Steward 5'],
    )
    await review(stewards[2]!, report, 'ACCEPT')
    assert.deepEqual((await seenBy(marco, report)).reviews.length, 2)
    const turned = await review(stewards[3]!, report, 'ACCEPT')
    assert.deepEqual(
      [turned.body.status, turned.body.penalties.map(({ state }) => state), turned.body.reviews.length],
      ['APPEAL_ACCEPTED', ['REVOKED'], 4],
    )
  })

  test('before it is decided its words are for its parties and stewards; whoever has nothing to do with it finds none', async () => {
    const { owner, marco, dora, mate, stranger, member, stewards, leagueId, event } = world
    const eventId = await event()
    const report = await filed(marco, eventId, dora)
    for (const who of [marco, dora, mate, owner, stewards[0]!]) assert.equal((await seenBy(who, report)).description, TEXT, who.name)
    const seen = await seenBy(member, report)
    assert.deepEqual(['description' in seen, 'videoURL' in seen, 'answer' in seen, seen.reporter.name], [false, false, false, 'Marco Bellini'])
    assert.equal((await stranger.as.ask(calls.report, { id: report.id })).status, 404)
    assert.deepEqual((await stranger.as.ask(calls.reports, { leagueId })).body.reports, [])
    assert.deepEqual((await stranger.as.ask(calls.sessionReports, { sessionId: eventId })).body.reports, [])
  })

  test('those of a season are told of its events alone, to the same people; what was decided of them to those who may read decisions', async () => {
    const { server, owner, marco, dora, stranger, member, stewards, leagueId, event } = world
    const [round, other] = [await event(), await event()]
    const season = await seasonWith({ server, owner, league: leagueId }, [], { game: 'acc' })
    await addRound({ server, owner, league: leagueId }, season, round)
    const open = await filed(marco, round, dora)
    const apart = await filed(marco, other, dora)
    const asked = { leagueId, tournamentId: season }
    const told = async (who: Person, more: object = {}) => (await who.as.ask(calls.reports, { ...asked, ...more })).body.reports.map(({ id }) => id)
    for (const who of [marco, dora, member, stewards[0]!, owner]) assert.deepEqual(await told(who), [open.id], who.name)
    assert.deepEqual(await told(stranger), [])
    assert.deepEqual([await told(member, { state: 'open' }), await told(member, { state: 'decided' })], [[open.id], []])
    for (const report of [open, apart]) for (const one of stewards.slice(0, 2)) await review(one, report, 'ACCEPT')
    assert.deepEqual([await told(member, { state: 'open' }), await told(member, { state: 'decided' })], [[], [open.id]])
    const decisions = async (who: Person) => (await who.as.ask(calls.decisions, asked)).body.decisions?.map(({ id }) => id)
    assert.deepEqual(await decisions(member), [open.id])
    assert.equal(await decisions(stranger), undefined)
    await setRules(owner, leagueId, { public_decisions: true })
    assert.deepEqual(await decisions(stranger), [open.id])
    assert.deepEqual(
      (await stranger.as.ask(calls.publicDecisions, asked)).body.decisions.map(({ id }) => id),
      [open.id],
    )
    await setRules(owner, leagueId, {})
  })

  test('nobody reports themselves, their team, a practice, somebody who was not there, or from another split', async () => {
    const { server, owner, marco, dora, mate, member, stewards, leagueId, event } = world
    const eventId = await event()
    const codes = async (by: Person, ...[reportee, more]: [Person, object?]) => (await submit(by, eventId, reportee, more)).body.code
    assert.equal(await codes(marco, marco), 'PROTEST_NOT_ALLOWED')
    assert.equal(await codes(mate, dora), 'PROTEST_NOT_ALLOWED')
    assert.equal(await codes(marco, dora, { segmentIndex: 0 }), 'PROTEST_SEGMENT_INVALID')
    assert.equal(await codes(marco, dora, { segmentIndex: 9 }), 'PROTEST_SEGMENT_INVALID')
    assert.equal(await codes(marco, member), 'PROTEST_NOT_ALLOWED')
    assert.equal(await codes(member, dora), 'PROTEST_NOT_ALLOWED')
    assert.equal(await codes(stewards[0]!, dora), undefined)
    const split = await drivenEvent(server, owner, leagueId, [marco, dora], { splits: 2, splitOf: (index) => index + 1 })
    server.clock.advance(2 * HOUR)
    assert.equal((await submit(marco, split, dora, { splitNo: 2 })).body.code, 'PROTEST_NOT_ALLOWED')
    assert.equal((await submit(marco, split, dora, { splitNo: 1 })).body.code, 'PROTEST_NOT_ALLOWED')
    assert.equal((await submit(owner, split, dora, { splitNo: 2 })).status, 200)
    for (const wrong of [{ videoURL: 'https://evil.example/watch' }, { description: 'Too short.' }, { description: 'x'.repeat(501) }])
      assert.equal((await submit(marco, eventId, dora, wrong)).body.code, 'MALFORMED')
  })

  test('the window opens and ends by the platform’s clock, and its message names the moment', async () => {
    const { server, owner, marco, dora, leagueId } = world
    const id = await drivenEvent(server, owner, leagueId, [marco, dora])
    const tab = async () => (await marco.as.ask(calls.sessionReports, { sessionId: id })).body
    const early = await submit(marco, id, dora)
    assert.equal(early.body.code, 'protest_window_not_started')
    assert.equal(early.body.params!['TIME'], (await tab()).window!.opensAt)
    assert.deepEqual((await tab()).whyNot, { code: 'protest_window_not_started', at: (await tab()).window!.opensAt })
    server.clock.set((await tab()).window!.opensAt)
    assert.deepEqual([(await tab()).may.submit, (await tab()).segments.map(({ segment }) => segment)], [true, ['qualify-1', 'race-1']])
    assert.deepEqual([(await tab()).drivers.map(({ name }) => name), (await tab()).splits], [['Dora Klein'], [1]])
    assert.equal((await submit(marco, id, dora)).status, 200)
    server.clock.set((await tab()).window!.closesAt)
    assert.equal((await submit(marco, id, dora)).body.code, 'protest_window_ended')
    assert.equal((await submit(owner, id, dora)).body.code, 'protest_window_ended')
    assert.deepEqual((await tab()).may, { submit: false })
  })

  test('the reportee answers once while it is open; the reporter takes it back before anybody has voted', async () => {
    const { marco, dora, member, stewards, leagueId, event } = world
    const report = await filed(marco, await event(), dora)
    const answer = (who: Person) => who.as.send(calls.AnswerReport, { id: report.id }, { text: TEXT })
    assert.equal((await answer(marco)).body.code, 'PROTEST_NOT_ALLOWED')
    assert.equal((await answer(dora)).body.answer?.text, TEXT)
    assert.equal((await answer(dora)).body.code, 'WRONG_STATE')
    const withdraw = (who: Person, one: ReportView) => who.as.send(calls.WithdrawReport, { id: one.id }, {})
    assert.equal((await withdraw(dora, report)).body.code, 'PROTEST_NOT_ALLOWED')
    assert.equal((await withdraw(marco, report)).status, 200)
    assert.equal((await review(stewards[0]!, report, 'ACCEPT')).body.code, 'WRONG_STATE')
    assert.equal((await member.as.ask(calls.report, { id: report.id })).status, 404)
    const listed = (await stewards[0]!.as.ask(calls.reports, { leagueId, limit: 100 })).body.reports.map(({ id }) => id)
    assert.equal(listed.includes(report.id), false)
    assert.equal((await stewards[0]!.as.ask(calls.reports, { leagueId, status: 'WITHDRAWN' })).body.reports[0]!.id, report.id)
    const voted = await filed(marco, await event(), dora)
    await review(stewards[0]!, voted, 'REJECT')
    assert.equal((await withdraw(marco, voted)).body.code, 'WITHDRAW_ONLY_PENDING')
  })

  test('an appeal has its time, and none where the rules allow none', async () => {
    const { server, owner, dora, leagueId, decided } = world
    const late = await decided('REJECT')
    assert.equal((await seenBy(dora, late)).may.appeal, true)
    server.clock.advance(DAY)
    assert.equal((await seenBy(dora, late)).may.appeal, false)
    assert.equal((await appeal(dora, late)).body.code, 'protest_window_ended')
    await setRules(owner, leagueId, { allowAppeals: false })
    const final = await decided('ACCEPT')
    await setRules(owner, leagueId, {})
    // those of the moment of the decision hold
    assert.equal((await appeal(dora, final)).body.code, 'APPEALS_DISABLED')
  })

  test('a season has the rules of its community until it gets its own', async () => {
    const { server, owner, marco, dora, member, leagueId } = world
    const season = await seasonWith({ server, owner, league: leagueId }, [marco, dora])
    const id = await driveRound({ server, owner, league: leagueId }, season, [marco, dora])
    const config = async () => (await marco.as.ask(calls.sessionReports, { sessionId: id })).body.config
    const place = { leagueId, configType: 'PROTEST_RULES', scope: 'TOURNAMENT' as const, scopeEntityId: season }
    const set = (by: Person, more: object, at: object = {}) =>
      by.as.send(leaguesContract.SetConfig, { ...place, ...at }, { config: { reviewer_count: 5, start_delay_hrs: 0, ...more } })
    assert.deepEqual([(await config()).reviewer_count, (await config()).start_delay_hrs], [3, 1])
    assert.equal((await set(member, {})).body.code, 'ADMIN_REQUIRED')
    assert.equal((await set(owner, {}, { scopeEntityId: leagueId })).body.code, 'NOT_FOUND')
    assert.equal((await set(owner, { reviewer_count: 2 })).body.code, 'REVIEWER_COUNT_ODD')
    assert.equal((await set(owner, {})).status, 200)
    assert.deepEqual([(await config()).reviewer_count, (await config()).start_delay_hrs], [5, 0])
    // at once after the end, and with five votes
    assert.equal((await filed(marco, id, dora, { segmentIndex: 0 })).requiredReviewCount, 5)
    // another event of the community has its rules
    const { body } = await marco.as.ask(calls.sessionReports, { sessionId: await world.event() })
    assert.equal(body.config.reviewer_count, 3)
    // the other spelling is read of a season too
    assert.equal((await set(owner, { start_delay_hrs: undefined, protestWindow: { startDelayHrs: 2, durationDays: 5 } })).status, 200)
    assert.deepEqual([(await config()).duration_days, (await config()).start_delay_hrs], [5, 2])
    // it gives its own up, by the version that was read, and can have some again; a community cannot
    const giveUp = (v: number, at: object = {}) => owner.as.send(leaguesContract.SetConfig, { ...place, ...at }, { config: null, v })
    assert.equal((await giveUp(1)).body.code, 'VERSION_CONFLICT')
    assert.equal((await giveUp(2)).status, 200)
    assert.deepEqual([(await config()).reviewer_count, (await config()).start_delay_hrs], [3, 1])
    assert.equal((await giveUp(0, { scope: 'LEAGUE', scopeEntityId: leagueId })).body.code, 'CONFIG_INVALID')
    assert.equal((await set(owner, {})).status, 200)
    assert.equal((await config()).reviewer_count, 5)
  })

  test('rules are an admin’s to set, odd in reviewers, and both spellings are read', async () => {
    const { owner, marco, dora, stewards, leagueId, event } = world
    const eventId = await event()
    assert.equal((await setRules(owner, leagueId, { reviewer_count: 4 })).body.code, 'REVIEWER_COUNT_ODD')
    assert.equal((await setRules(owner, leagueId, { duration_days: 99 })).body.code, 'CONFIG_INVALID')
    assert.equal((await setRules(stewards[0]!, leagueId, {})).body.code, 'ADMIN_REQUIRED')
    assert.equal((await setRules(owner, leagueId, { protestWindow: { startDelayHrs: 0, durationDays: 7 }, reviewer_count: 1 })).status, 200)
    const [told] = (await owner.as.ask(membersContract.history, { id: leagueId, limit: 1 })).body.deeds
    assert.deepEqual([told?.room, told?.what, told?.by?.id], ['protests', 'ProtestRulesSet', owner.id])
    const place = { leagueId, configType: 'PROTEST_RULES', scope: 'LEAGUE' as const, scopeEntityId: leagueId }
    const { config } = (await marco.as.ask(leaguesContract.leagueConfig, place)).body as { config: Record<string, unknown> }
    assert.deepEqual([config['duration_days'], config['start_delay_hrs'], config['reviewer_count']], [7, 0, 1])
    const report = await filed(marco, await event(), dora)
    await setRules(owner, leagueId, { enable_protest_rules: false })
    // what was filed goes on as it was begun
    assert.equal((await review(stewards[0]!, report, 'REJECT')).body.status, 'REJECTED')
    assert.equal((await submit(marco, eventId, dora)).body.code, 'PROTESTS_DISABLED')
    await setRules(owner, leagueId, {})
  })
})
