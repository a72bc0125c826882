import type { SessionId, UserId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { protestsContract as calls, type IncidentView } from '../contract.ts'
import { keyOf } from './picked.ts'
import { incidentWords, writeTime } from './words.ts'

type Props = {
  readonly at: { readonly sessionId: SessionId; readonly segmentIndex: number; readonly splitNo: number }
  /** Of whom it is listed; null: of everybody. */
  readonly driverId: UserId | null
  readonly value: string | null
  readonly onPick: (key: string | null, incident: IncidentView | null) => void
  readonly error: string | null | undefined
}
/** So many are read through; more are typed for. */
const READ_THROUGH = 12
const NONE = 'none'

/** An incident picked from the log of the race, where the game's files carry one. */
export function IncidentField({ at, driverId, value, onPick, error }: Props) {
  const text = useTexts('protests')
  const words = useTexts('race-log')
  const log = useAsk(calls.incidents, { ...at, ...(driverId ? { driverId } : {}) }).data
  if (!log || log.incidents.length === 0) return null
  const said = (one: IncidentView): string => {
    const { who, other, lap, atMs } = one
    // of one's own the other driver is named
    const [first, second] = driverId && other?.ids.includes(driverId) ? [other, who] : [who, other]
    const when = [lap === null ? '' : text('table.lap', { lap }), atMs === null ? '' : writeTime(atMs)].filter(Boolean).join(' ')
    const what = incidentWords(words, one, second && (second.name ?? text('table.gone')))
    return [when, driverId ? '' : (first.name ?? text('table.gone')), what].filter(Boolean).join(': ')
  }
  return (
    <SelectField
      label={text('form.log')}
      hint={text(driverId ? 'form.logHint' : 'form.logHintAll')}
      optional
      search={log.incidents.length > READ_THROUGH}
      value={value ?? NONE}
      onChange={(key) => onPick(key === NONE ? null : key, log.incidents.find((one) => keyOf(one) === key) ?? null)}
      choices={[{ value: NONE, label: text('form.noIncident') }, ...log.incidents.map((one) => ({ value: keyOf(one), label: said(one) }))]}
      error={error}
    />
  )
}
