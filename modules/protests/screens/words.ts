import type { Text } from '#web/kit/texts.tsx'
import type { ReportView } from '../contract.ts'
import { PROTEST_TEXT, type Decision, type ProtestStatus } from '../rules.ts'
import type { Penalty } from '../rules/penalty.ts'

type Words = Text<'protests'>

/** `+10 s`, `Reprimand`, `Suspended for 2 races`. */
export function penaltyWords(text: Words, { kind, amount }: Penalty): string {
  if (amount === null) return text(`penalty.${kind}`)
  if (kind === 'TIME') return text('counted.TIME', { amount })
  return kind === 'POINTS' || kind === 'POSITIONS' || kind === 'GRID_DROP' || kind === 'SUSPENSION'
    ? text(`counted.${kind}`, { count: amount })
    : text(`penalty.${kind}`)
}

/** `1 race left`, of a suspension that began with several; `null` of what is served in one race. */
export const leftWords = (text: Words, { kind, amount, state, racesLeft }: Penalty & { readonly state: string; readonly racesLeft: number }) =>
  kind === 'SUSPENSION' && state === 'DUE' && (amount ?? 1) > 1 ? text('pool.left', { count: racesLeft }) : null

/** `+10 s, Warning`. */
export const penaltiesWords = (text: Words, penalties: readonly Penalty[]): string => penalties.map((one) => penaltyWords(text, one)).join(', ')

const SAYS = { ACCEPT: 'case.accept', REJECT: 'case.reject' } as const
const SAYS_OF_APPEAL = { ACCEPT: 'case.acceptAppeal', REJECT: 'case.rejectAppeal' } as const
/** `#7 Audi R8 LMS`. */
export const carWords = ({ raceNumber, name }: NonNullable<ReportView['car']>): string =>
  [raceNumber === null ? '' : `#${raceNumber}`, name ?? ''].filter(Boolean).join(' ')

/** `accepted it`, `rejected the appeal`: how a steward voted. */
export const saysOf = (text: Words, { decision, ofAppeal }: { readonly decision: Decision; readonly ofAppeal: boolean }): string =>
  text((ofAppeal ? SAYS_OF_APPEAL : SAYS)[decision])

/** What of a verdict nobody has revoked. */
export const notRevoked = <P extends { readonly state: string }>(penalties: readonly P[]): readonly P[] =>
  penalties.filter(({ state }) => state !== 'REVOKED')

/** `Contact with a car, with Dora Klein, 34 km/h`. */
export function incidentWords(text: Text<'race-log'>, { kind, value, detail }: NonNullable<ReportView['incident']>, other?: string | null): string {
  const measured =
    value === null
      ? ''
      : kind === 'CONTACT_CAR' || kind === 'CONTACT_ENV'
        ? text('speed', { value })
        : kind === 'PENALTY'
          ? text('seconds', { value })
          : kind === 'INVALID_LAP'
            ? text('cuts', { count: value })
            : ''
  return [text(`kinds.${kind}`), other ? text('with', { name: other }) : '', detail ?? '', measured].filter(Boolean).join(', ')
}

/** Since when stewards have to decide it: an appeal since it was made. */
export const waitsSince = ({ appeal, submitTimestamp }: Pick<ReportView, 'appeal' | 'submitTimestamp'>): string =>
  appeal?.timestamp ?? submitTimestamp

/** What is wrong with what somebody typed; `null` when nothing (product.md §5). */
export function textFault(text: Words, typed: string): string | null {
  const { length } = [...typed.trim()]
  if (length === 0) return text('form.required')
  if (length < PROTEST_TEXT.min) return text('form.short', { min: PROTEST_TEXT.min })
  return length > PROTEST_TEXT.max ? text('form.long', { max: PROTEST_TEXT.max }) : null
}

export const toneOf = (status: ProtestStatus): 'plain' | 'quiet' | 'warn' | 'good' | 'red' =>
  status === 'ACCEPTED' || status === 'APPEAL_REJECTED'
    ? 'red'
    : status === 'WITHDRAWN' || status === 'REJECTED'
      ? 'quiet'
      : status === 'APPEAL_ACCEPTED'
        ? 'good'
        : 'warn'

/** `12:30` or `1:02:30.5` as milliseconds, and of a race of a day `1312:30`; `null` for anything else. */
export function readTime(typed: string): number | null {
  const [, hours = '0', minutes, seconds, fraction = ''] = /^(?:(\d{1,2}):)?(\d{1,4}):([0-5]\d)(?:[.,](\d{1,3}))?$/.exec(typed.trim()) ?? []
  if (minutes === undefined || seconds === undefined) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** `19:19.4` into a segment. */
export function writeTime(ms: number): string {
  const tenths = Math.floor(ms / 100)
  const [minutes, seconds, rest] = [Math.floor(tenths / 600), Math.floor(tenths / 10) % 60, tenths % 10]
  return `${minutes}:${String(seconds).padStart(2, '0')}${rest === 0 ? '' : `.${rest}`}`
}
