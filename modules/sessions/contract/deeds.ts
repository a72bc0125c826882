import { deed, type Deed } from '#core/joint.ts'
import { askedIn, hasConditions } from '../rules/join-conditions.ts'
import {
  BopSet,
  ImageChanged,
  JoinConditionsChanged,
  KeptByHand,
  SessionAdded,
  SessionDeleted,
  SessionEdited,
  SessionMoved,
  ScheduleSet,
  SessionPublished,
  StartCancelled,
  StartRestored,
  type AtSession,
} from './facts.ts'

const about = ({ sessionId }: AtSession) => ({ session: sessionId })

export const sessionsDeeds: readonly Deed[] = [
  deed(SessionAdded, about),
  deed(SessionEdited, about),
  deed(SessionPublished, about),
  deed(SessionMoved, ({ sessionId, startsAt, before }) => ({
    as: before === undefined ? 'SessionMovedTo' : 'SessionMoved',
    session: sessionId,
    params: { startsAt, ...(before === undefined ? {} : { beforeAt: before }) },
  })),
  // a community that closes calls its events off one by one: that is told once
  deed(SessionDeleted, about),
  deed(KeptByHand, about),
  deed(BopSet, ({ sessionId, bops }) => ({ as: bops.length === 0 ? 'BopRemoved' : 'BopSet', session: sessionId, params: { cars: bops.length } })),
  deed(JoinConditionsChanged, ({ sessionId, joinConditions }) =>
    hasConditions(joinConditions)
      ? { session: sessionId, params: { joinConditions: askedIn(joinConditions).join(' ') } }
      : { as: 'JoinConditionsRemoved', session: sessionId },
  ),
  deed(ImageChanged, about),
  deed(ScheduleSet, ({ sessionId, until, starts }) =>
    until === null ? { as: 'ScheduleEnded', session: sessionId } : { session: sessionId, params: { count: starts } },
  ),
  deed(StartCancelled, ({ sessionId, startsAt }) => ({ session: sessionId, params: { startsAt } })),
  deed(StartRestored, ({ sessionId, startsAt }) => ({ session: sessionId, params: { startsAt } })),
]
