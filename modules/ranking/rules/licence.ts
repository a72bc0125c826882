/** Worst first. */
export const LICENCES = ['ROOKIE', 'BRONZE', 'SILVER', 'GOLD', 'PLATINUM'] as const
export type Licence = (typeof LICENCES)[number]

/** `level` in hundredths, 0 to 499: whole numbers, so that a replay is the same to the last digit. `races`: ranked ones in this licence. */
export type Standing = { readonly licence: Licence; readonly level: number; readonly races: number }
/** Half of the scale; decisions 4 leaves the first level open. */
export const NEW_STANDING: Standing = { licence: 'ROOKIE', level: 250, races: 0 }

/** "safety level 0.00–4.99" */
export const MOST_LEVEL = 499
const MOST_POINTS = 40
const RACES_TO_RISE = 5
/** "Promotion at 4.00 (Rookie 3.00)"; "Demotion under 1.00"; "level −1.00", "level +1.00" */
const RISES_AT: Readonly<Record<Licence, number>> = { ROOKIE: 300, BRONZE: 400, SILVER: 400, GOLD: 400, PLATINUM: Infinity }
const FALLS_UNDER = 100
const STEP = 100
/** "T = 20/25/30/35/40 by licence": corners a point. */
const CORNERS_A_POINT: Readonly<Record<Licence, number>> = { ROOKIE: 20, BRONZE: 25, SILVER: 30, GOLD: 35, PLATINUM: 40 }

/** "4·collisionsWithCar + 2·collisionsWithEnv + 2·collisionsUnclassified + 2·spins + 1·offTracks + 1·pitSpeeding, at most 40" */
export const INCIDENT_POINTS = {
  collisionsWithCar: 4,
  collisionsWithEnv: 2,
  collisionsUnclassified: 2,
  spins: 2,
  offTracks: 1,
  pitSpeeding: 1,
} as const
export type Incidents = Readonly<Partial<Record<keyof typeof INCIDENT_POINTS, number>>>

export const incidentPoints = (incidents: Incidents): number =>
  Math.min(
    MOST_POINTS,
    (Object.keys(INCIDENT_POINTS) as (keyof typeof INCIDENT_POINTS)[]).reduce((sum, name) => sum + INCIDENT_POINTS[name] * (incidents[name] ?? 0), 0),
  )

/** What a driver did in a race; `incidents` null: the game's files say nothing of contact. */
export type Driven = { readonly incidents: Incidents | null; readonly corners: number; readonly isClassified: boolean }

/** In hundredths: "x ≤ 1: +0.30 · min(1, corners/150) · (1−x), and +0.10 when points ≤ 3 and classified; else −0.50 · min(1, (x−1)/2)". */
export function safetyChange(licence: Licence, driven: Driven): number | null {
  if (!driven.incidents || driven.corners <= 0) return null
  const points = incidentPoints(driven.incidents)
  const x = (points * CORNERS_A_POINT[licence]) / driven.corners
  if (x > 1) return 0 - Math.round(50 * Math.min(1, (x - 1) / 2))
  return Math.round(30 * Math.min(1, driven.corners / 150) * (1 - x)) + (points <= 3 && driven.isClassified ? 10 : 0)
}

const within = (level: number): number => Math.min(MOST_LEVEL, Math.max(0, level))

/** After a ranked race; without contact data nothing moves, and the race does not count towards the next licence. */
export function standingAfter(own: Standing, driven: Driven): Standing {
  const change = safetyChange(own.licence, driven)
  if (change === null) return own
  const level = within(own.level + change)
  const races = own.races + 1
  const at = LICENCES.indexOf(own.licence)
  const above = LICENCES[at + 1]
  const below = LICENCES[at - 1]
  if (above && races >= RACES_TO_RISE && level >= RISES_AT[own.licence]) return { licence: above, level: level - STEP, races: 0 }
  if (below && level < FALLS_UNDER) return { licence: below, level: level + STEP, races: 0 }
  return { licence: own.licence, level, races }
}

/** What each of a driver's ranked races did to their licence, on top of what was before the first of them. */
export function standingsAlong(first: Standing, races: readonly Driven[]): readonly { readonly before: Standing; readonly after: Standing }[] {
  let before = first
  return races.map((driven) => {
    const step = { before, after: standingAfter(before, driven) }
    before = step.after
    return step
  })
}

/** The level at which the next licence begins, and how many more races in this one it takes at the least. */
export const nextLicence = ({ licence, races }: Standing): { readonly risesAt: number | null; readonly racesToRise: number } => ({
  risesAt: Number.isFinite(RISES_AT[licence]) ? RISES_AT[licence] / 100 : null,
  racesToRise: Number.isFinite(RISES_AT[licence]) ? Math.max(0, RACES_TO_RISE - races) : 0,
})
