import { z } from 'zod'
import { word } from '#core/text.ts'

/** A car or a track, as its game calls it. */
export const contentId = word(80).min(1)

/** Of each car by the game's id of it; one that is left out carries nothing. */
export const bopsTyped = z.record(contentId, z.strictObject({ ballastkg: z.number().int(), restrictor: z.number().int() }))
