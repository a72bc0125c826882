/**
 * What of a team, or a nation, counts. RACE: its cars in each race; ROUND: in all races of a round together; ROUND_DRIVERS: its drivers, each with all
 * they have of a round; SEASON_DRIVERS: its drivers, each with what they have of the season once their rounds are dropped.
 */
export const COUNTED_IN = ['RACE', 'ROUND', 'ROUND_DRIVERS', 'SEASON_DRIVERS'] as const
export type CountedIn = (typeof COUNTED_IN)[number]
/** Whether drivers count, each with what the table of drivers gives them, or cars, whoever drove them. */
export const isOfDrivers = (countedIn: CountedIn): boolean => countedIn === 'ROUND_DRIVERS' || countedIn === 'SEASON_DRIVERS'
