import { z } from 'zod'
import { sessionId } from '#core/ids.ts'
import { wordLike } from '#core/text.ts'
import { SEGMENT_KEY } from '../rules.ts'

export const segmentKey = wordLike(SEGMENT_KEY)
export const splitNo = z.coerce.number().int().min(1).max(100).default(1)
/** One table of an event. */
export const ofSegment = z.object({ sessionId, segment: segmentKey, split: splitNo })
