import type { Option } from './options.ts'

const TEAM_RULE = 'rules.teamRules.'
const OF_CREWS: ReadonlySet<string> = new Set(
  ['minDriversCount', 'maxDriversCount', 'isMandatoryPitstopSwapDriverRequired'].map((rule) => `${TEAM_RULE}${rule}`),
)

/**
 * Whether an option says something of an event: where nobody shares a car the size of teams and their swaps do not, and of the other rules of teams
 * only what somebody has set.
 */
export const isOfEvent = ({ key, default: usual }: Option, value: unknown, driverSwap: boolean): boolean =>
  driverSwap || !key.startsWith(TEAM_RULE) || (!OF_CREWS.has(key) && (value ?? usual) !== usual)
