import type { Invariant } from '#server/room.ts'

const VOTES = (round: number) => `(select count(*) from protest_reviews v where v.report_id = p.id and v.round = ${round})`
const ALIKE = (round: number, decision: string) =>
  `(select count(*) from protest_reviews v where v.report_id = p.id and v.round = ${round} and v.decision = ${decision})`

export const protestsInvariants: readonly Invariant[] = [
  {
    name: 'protest-numbers',
    means: 'The reports of a community are numbered from 1 without a gap.',
    sql: `select n.league_id as id from protest_numbers n
      where n.last_no <> (select count(*) from protest_reports p where p.league_id = n.league_id)
        or n.last_no <> (select max(p.report_no) from protest_reports p where p.league_id = n.league_id)`,
  },
  {
    name: 'protest-decided-by-majority',
    means: 'A report is decided by the vote that makes the majority, and by no other; so is its appeal.',
    sql: `select p.id from protest_reports p
      where (p.verdict is null and (${ALIKE(1, `'ACCEPT'`)} > p.required_reviews / 2 or ${ALIKE(1, `'REJECT'`)} > p.required_reviews / 2))
        or (p.verdict is not null and ${ALIKE(1, 'p.verdict')} <> (p.required_reviews + 1) / 2)
        or ${VOTES(1)} > p.required_reviews or ${VOTES(2)} > p.required_reviews
        or (p.status = 'APPEAL_ACCEPTED' and ${ALIKE(2, `'ACCEPT'`)} <> (p.required_reviews + 1) / 2)
        or (p.status = 'APPEAL_REJECTED' and ${ALIKE(2, `'REJECT'`)} <> (p.required_reviews + 1) / 2)
        or (p.appealed_at is null and ${VOTES(2)} > 0)`,
  },
  {
    name: 'protest-progress',
    means: 'A report that nobody has voted on waits; one with votes is in progress or decided, and was not taken back.',
    sql: `select p.id from protest_reports p where (p.status in ('PENDING', 'WITHDRAWN')) <> (${VOTES(1)} = 0)`,
  },
  {
    name: 'protest-own-case',
    means: 'Nobody votes on a report that names them.',
    sql: `select p.id from protest_reports p join protest_reviews v on v.report_id = p.id and v.reviewer_id in (p.reporter_id, p.reportee_id)`,
  },
  {
    name: 'protest-in-its-community',
    means: 'A report and its penalties are of the community of their event.',
    sql: `select p.id from protest_reports p join sessions s on s.id = p.session_id where s.league_id <> p.league_id
      union select g.id from protest_penalties g join protest_reports p on p.id = g.report_id
        where (g.league_id, g.session_id, g.user_id) <> (p.league_id, p.session_id, p.reportee_id)`,
  },
  {
    name: 'penalties-of-verdicts',
    means: 'Only an accepted report gives penalties, and none of them stands or waits once an appeal has turned it.',
    sql: `select g.id from protest_penalties g join protest_reports p on p.id = g.report_id
      where p.verdict is distinct from 'ACCEPT' or (p.status = 'APPEAL_ACCEPTED' and g.state in ('STANDS', 'DUE'))
        or (g.state = 'DUE') <> (g.races_left > 0 and g.state = 'DUE')`,
  },
  {
    name: 'penalties-as-corrected',
    means: 'A penalty of a race stands as long as its correction of the results does, and no longer.',
    sql: `select g.id from protest_penalties g join result_corrections c on c.id = g.correction_id where (g.state = 'STANDS') <> (c.revoked_at is null)`,
  },
]
