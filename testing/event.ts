import type { SentOf } from '#core/contract.ts'
import type { sessionsContract } from '#modules/sessions/contract.ts'

type Body = SentOf<typeof sessionsContract.AddSession>
type Config = Body['config']
/** An event as tests and the demo world write it down: flat, its cars by their ids. */
export type WrittenEvent = Omit<Body, 'config' | 'cars'> & Config & { readonly cars: readonly string[] }

const IN_CONFIG = new Set<string>([
  'segments',
  'options',
  'maxEntries',
  'location',
  'isRanked',
  'hasGridPositions',
  'closedEntry',
  'entryPassword',
  'enableServerProtection',
  'passwords',
] satisfies readonly (keyof Config)[])

/** What is sent of it. */
export function eventBody({ cars, ...written }: WrittenEvent): Body {
  const [inside, beside] = [true, false].map((is) => Object.fromEntries(Object.entries(written).filter(([name]) => IN_CONFIG.has(name) === is)))
  return { ...beside, cars: cars.map((id) => ({ id })), config: inside } as Body
}
