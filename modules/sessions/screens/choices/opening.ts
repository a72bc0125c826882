import type { SessionStatus } from '../../rules.ts'
import { openingOfMoved } from '../../rules/copies.ts'
import type { FormState } from '../form/form-state.ts'

export type Opening = Pick<FormState, 'startsAt' | 'registrationOpensAt'>
/** An event that is there, as its form was opened. */
export type Opened = Opening & { readonly status: SessionStatus }

/** When registration opens of an event that is there, once it is moved. */
export function openingAt({ status, startsAt, registrationOpensAt }: Opened, to: string | null, nowMs: number): string | null {
  if (startsAt === null || registrationOpensAt === null || to === null) return registrationOpensAt
  const moved = { status, opensAt: new Date(registrationOpensAt), startsAt: new Date(startsAt) }
  return openingOfMoved(moved, new Date(to), nowMs)!.toISOString()
}

/** A change of an event that is there: its start takes along when registration opens, unless somebody has typed another moment for that. */
export function withOpening<Change extends Partial<Opening>>(was: Opened, typed: Opening, change: Change, nowMs: number): Change {
  if (change.startsAt === undefined || change.registrationOpensAt !== undefined) return change
  if (typed.registrationOpensAt !== openingAt(was, typed.startsAt, nowMs)) return change
  return { ...change, registrationOpensAt: openingAt(was, change.startsAt, nowMs) }
}
