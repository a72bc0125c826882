/** What a game has: its cars, tracks and options, for the form of an event. */
import { z } from 'zod'
import { GAME_IDS } from '#games/game.ts'
import { optionValue, outline, segmentType } from './shapes.ts'

const range = z.object({ min: z.number(), max: z.number(), step: z.number() })
const gameOption = z.looseObject({
  key: z.string(),
  group: z.string(),
  label: z.string(),
  hint: z.string().optional(),
  unit: z.string().optional(),
  advanced: z.boolean().optional(),
  /** Counts only while another option has one of these values. */
  when: z.object({ key: z.string(), is: z.array(optionValue).readonly() }).optional(),
  type: z.enum(['number', 'switch', 'choice']),
})

export const catalogueReply = z.object({
  game: z.enum(GAME_IDS),
  name: z.string(),
  shortName: z.string(),
  options: z.array(gameOption),
  segmentOptions: z.array(gameOption),
  segmentRules: z.object({
    order: z.array(segmentType),
    required: z.array(segmentType),
    maxOf: z.record(z.string(), z.number()),
    raceLaps: z.boolean(),
  }),
  bop: z.object({ ballastkg: range, restrictor: range }).nullable(),
  /** The rest not with `part=options`, liveries only with `part=all`. */
  cars: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      classId: z.string(),
      manufacturer: z.string().nullable(),
      year: z.number().nullable(),
      dlc: z.string().nullable(),
      skins: z.array(z.string()),
    }),
  ),
  classes: z.array(z.object({ id: z.string(), name: z.string() })),
  tracks: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      country: z.string().nullable(),
      lengthM: z.number().nullable(),
      maxGrid: z.number().nullable(),
      dlc: z.string().nullable(),
      outline,
      layouts: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          lengthM: z.number().nullable(),
          maxGrid: z.number().nullable(),
          /** The game's own server does not have it: only for events hosted elsewhere. */
          unhosted: z.boolean(),
          outline,
        }),
      ),
    }),
  ),
})
export type CatalogueReply = z.infer<typeof catalogueReply>
