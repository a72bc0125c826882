import { deed, type Deed } from '#core/joint.ts'
import {
  BopSet,
  ImageChanged,
  KeptByHand,
  SessionAdded,
  SessionDeleted,
  SessionEdited,
  SessionMoved,
  SessionPublished,
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
  deed(ImageChanged, about),
]
