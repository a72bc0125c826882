import { refuse, type Verdict } from '#core/result.ts'

/** Everything in this room is a person's own affair. */
export const mayActAs = (actorId: string, userId: string): Verdict => actorId === userId || refuse('FORBIDDEN')
