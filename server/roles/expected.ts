import type { Contract } from '#core/contract.ts'
import { ADMINS, NOBODY, OUTSIDERS, type Asker } from './askers.ts'
import type { Row } from './row.ts'

/** Whose community is asked about: the one the askers belong to, or one in which nobody of them is. */
export type Of = 'own' | 'foreign'
/** Those to whom a hidden community is missing; of the foreign one, who would be most at home in it. */
export const OUT: ReadonlySet<string> = new Set([
  ...OUTSIDERS.map((asker) => `own ${asker}`),
  ...(['participant', ...ADMINS] as const).map((asker) => `foreign ${asker}`),
])
export const isBound = ({ on }: Row): boolean => on === 'community' || on === 'event'
export const places = (row: Row): readonly Of[] => (isBound(row) ? ['own', 'foreign'] : ['own'])
export const nameOf = ({ call, as }: Row): string => (as ? `${call}, ${as}` : call)

/** How both communities stand. */
export type Standing = 'open' | 'hidden' | 'closed'

/** What somebody gets, or `ok`. */
export function expected(row: Row, contract: Contract, asker: Asker, of: Of, standing: Standing): string {
  if (contract.actor === 'user' && NOBODY.includes(asker)) return 'LOGIN_REQUIRED'
  if (contract.kind === 'command' && contract.actor === 'user' && asker === 'newcomer' && contract.name !== 'AcceptTerms')
    return 'ONBOARDING_REQUIRED'
  const isOutside = of === 'foreign' || OUTSIDERS.includes(asker)
  const isOwn = of === 'own' && row.keeps?.includes(asker)
  // what anyone may ask is the same for everybody
  if (standing === 'hidden' && (contract.actor === 'anyone' || (isOutside && !isOwn))) return 'NOT_FOUND'
  const role = contract.actor === 'anyone' || of === 'foreign' ? 'user' : asker
  const code = row.who.but?.[role] ?? (row.who.may.includes(role) ? 'ok' : row.who.else)
  return standing === 'closed' ? ofClosed(row, contract, role, code) : code
}

function ofClosed({ closed }: Row, contract: Contract, role: Asker, code: string): string {
  if (typeof closed === 'object') return closed[role] ?? code
  const isKept = closed === 'open' || contract.kind === 'query'
  return !isKept && (closed === 'first' || code === 'ok') ? 'COMMUNITY_CLOSED' : code
}
