import { refuse } from '#core/result.ts'
import { lockLeague, roleIn } from '#modules/leagues/door.ts'
import { loggedIncidents, type LoggedIncident, type Looked } from '#modules/race-log/door.ts'
import { carNameOf } from '#modules/results/rules/car-name.ts'
import { sessionFacts } from '#modules/sessions/door.ts'
import { spend } from '#server/db/budget.ts'
import type { Reader } from '#server/db/connect.ts'
import type { CommandsOf } from '#server/room.ts'
import type { protestsContract } from '../contract.ts'
import { ReportSubmitted } from '../contract/facts.ts'
import { carMeant } from '../decide.ts'
import { mayName, maySubmit } from '../policy.ts'
import { reportingIn } from '../queries/event.ts'
import { INCIDENT_KINDS, REPORT_BUDGET, reportableSegments, splitOf } from '../rules.ts'
import { insertReport } from '../store.ts'
import { viewOf } from './on-report.ts'

export const submitCommands: Pick<CommandsOf<typeof protestsContract>, 'SubmitReport'> = {
  SubmitReport: async (context, { body }) => {
    const { tx, now, newId, record, actor } = context
    const { sessionId, reporteeId } = body
    const found = await sessionFacts(tx, sessionId)
    const league = found && (await lockLeague(tx, found.leagueId, now))
    // what was read before the lock could be older than it
    const event = league && (await sessionFacts(tx, sessionId))
    if (!event) return refuse('NOT_FOUND')
    const community = { ...league, role: await roleIn(tx, league.id, actor.userId) }
    const { facts, rules, drivers } = await reportingIn(tx, event, community, actor.userId, now)
    const theirs = drivers.filter(({ id }) => id === reporteeId)
    const splitNo =
      body.splitNo ??
      splitOf(
        facts.splits,
        theirs.map((one) => one.splitNo),
      )
    const may = maySubmit(facts, now, splitNo)
    if (may !== true) return may
    const segment = reportableSegments(event.segments).find(({ segmentIndex }) => segmentIndex === body.segmentIndex)
    const reportee = theirs.find((one) => one.splitNo === splitNo)
    const named = mayName({
      isSelf: reporteeId === actor.userId,
      isTeamMate: theirs.some(({ isTeamMate }) => isTeamMate),
      drovesThere: reportee !== undefined,
      isReportable: segment !== undefined,
    })
    if (named !== true) return named
    const inSegment = reportee!.cars.filter((one) => one.segmentIndex === segment!.segmentIndex)
    const car = carMeant(inSegment, body.participantId)
    if (!car.ok) return car
    const incident = body.incident ? await pickedIn(tx, { sessionId, segmentIndex: segment!.segmentIndex, splitNo, one: body.incident }) : null
    if (body.incident && !incident) return refuse('PROTEST_SEGMENT_INVALID', { field: 'incident' })
    const spent = await spend(tx, now, `protest-report:${league.id}:${actor.userId}`, REPORT_BUDGET.most, REPORT_BUDGET.windowMs)
    if (spent !== true) return spent
    const id = newId<'protest'>()
    const at = { leagueId: league.id, sessionId, reporterId: actor.userId, reporteeId }
    const reportNo = await insertReport(
      tx,
      {
        ...at,
        id,
        splitNo,
        segment: segment!,
        teamName: reportee!.teamName,
        car: car.value && { keys: car.value.keys, raceNumber: car.value.raceNumber, name: carNameOf(event.game, car.value.carId, car.value.carName) },
        category: body.category,
        lapNumber: body.lapNumber ?? incident?.lap ?? null,
        incidentTimeMs: body.incidentTimeMs ?? incident?.atMs ?? null,
        incident: incident && { kind: incident.kind, value: incident.value, detail: incident.detail },
        description: body.description,
        videoURL: body.videoURL,
        requiredReviews: rules.reviewerCount,
      },
      now,
    )
    record(ReportSubmitted, { ...at, reportId: id, reportNo })
    return viewOf(context, id)
  },
}

/** What was picked from the log of that segment, as it stands there; undefined where it is another by now. */
async function pickedIn(db: Reader, looked: Pick<Looked, 'sessionId' | 'segmentIndex' | 'splitNo' | 'one'>): Promise<LoggedIncident | null> {
  return (await loggedIncidents(db, { ...looked, kinds: INCIDENT_KINDS, limit: 1 })).incidents[0] ?? null
}
