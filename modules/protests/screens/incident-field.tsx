import { useState } from 'react'
import type { ReplyOf } from '#core/contract.ts'
import type { SessionId, UserId } from '#core/ids.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { protestsContract as calls, type IncidentView } from '../contract.ts'
import { keyOf } from './picked.ts'
import css from './protests.module.css'
import { incidentWords, writeTime } from './words.ts'

type At = { readonly sessionId: SessionId; readonly segmentIndex: number; readonly splitNo: number }
type Log = ReplyOf<typeof calls.incidents>
type Props = {
  readonly log: Log | undefined
  readonly onMore: () => Promise<void>
  /** Of whom it is listed; null: of everybody. */
  readonly driverId: UserId | null
  /** Whether that is who writes the report. */
  readonly isOwn: boolean
  readonly value: string | null
  /** The log has no more what was picked. */
  readonly isLost: boolean
  readonly onPick: (key: string | null, incident: IncidentView | null) => void
  readonly error: string | null | undefined
}
/** So many are read through; more are typed for. */
const READ_THROUGH = 12
const NONE = 'none'

type Incidents = {
  readonly log: Log | undefined
  /** It is no longer the one asked for before. */
  readonly isCome: boolean
  readonly more: () => Promise<void>
}
type Later = { readonly of: string; readonly incidents: Log['incidents'] }

/** The log of a segment, of one driver where one is chosen; of a long one the first so many, and `more` of them each time they are wanted. */
export function useIncidents(at: At, driverId: UserId | null): Incidents {
  const asked = { ...at, ...(driverId ? { driverId } : {}) }
  const { data, isPlaceholderData } = useAsk(calls.incidents, asked, { keepLast: true })
  const askNow = useAskNow()
  // read anew it is the log of another result, of which nothing later is here
  const of = JSON.stringify([asked, data?.incidents[0]?.resultId])
  const [later, setLater] = useState<Later>({ of, incidents: [] })
  const log = data && later.of === of ? { ...data, incidents: [...data.incidents, ...later.incidents] } : data
  const more = async (): Promise<void> => {
    if (!log) return
    const { incidents } = await askNow(calls.incidents, { ...asked, offset: log.incidents.length })
    setLater({ of, incidents: [...log.incidents.slice(data!.incidents.length), ...incidents] })
  }
  return { log, isCome: data !== undefined && !isPlaceholderData, more }
}

/** An incident picked from the log of the race, where the game's files carry one. */
export function IncidentField({ log, onMore, driverId, isOwn, value, isLost, onPick, error }: Props) {
  const text = useTexts('protests')
  const words = useTexts('race-log')
  // once typed into it stays so, also where a driver narrows it
  const [isLong, setLong] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  if (!isLong && log && log.incidents.length > READ_THROUGH) setLong(true)
  const lost = isLost && (
    <p className={css.warn} role="status">
      {text('form.logGone')}
    </p>
  )
  if (!log || (log.incidents.length === 0 && !isLong)) return lost
  const { incidents, total } = log
  const said = (one: IncidentView): string => {
    const { who, other, lap, atMs } = one
    // of one driver's the other is named
    const [first, second] = driverId && other?.ids.includes(driverId) ? [other, who] : [who, other]
    const when = [lap === null ? '' : text('table.lap', { lap }), atMs === null ? '' : writeTime(atMs)].filter(Boolean).join(' ')
    const what = incidentWords(words, one, second && (second.name ?? text('table.gone')))
    return [when, driverId ? '' : (first.name ?? text('table.gone')), what].filter(Boolean).join(': ')
  }
  const listed = new Map(incidents.map((one) => [keyOf(one), one]))
  const chosen = isLost ? null : value
  // behind the end of a list that is cut, or of one that is still to come
  const unlisted = chosen !== null && !listed.has(chosen) ? [{ value: chosen, label: text('form.logChosen') }] : []
  const hint = text(driverId ? (isOwn ? 'form.logHint' : 'form.logHintOf') : 'form.logHintAll')
  const cut = total > incidents.length ? text(driverId ? 'form.logCut' : 'form.logCutAll', { shown: incidents.length, total }) : ''
  return (
    <>
      {lost}
      <SelectField
        label={text('form.log')}
        hint={[hint, cut].filter(Boolean).join(' ')}
        optional
        search={isLong}
        value={chosen ?? NONE}
        onChange={(key) => onPick(key === NONE ? null : key, listed.get(key) ?? null)}
        choices={[
          { value: NONE, label: text('form.noIncident') },
          ...unlisted,
          ...[...listed].map(([key, one]) => ({ value: key, label: said(one) })),
        ]}
        error={error}
      />
      {cut && (
        <Button
          busy={isWaiting}
          onClick={() => {
            setWaiting(true)
            void onMore().finally(() => setWaiting(false))
          }}
        >
          {text('form.logMore')}
        </Button>
      )}
    </>
  )
}
