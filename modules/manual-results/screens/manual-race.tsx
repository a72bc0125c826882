import { useEffect, useRef, useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/action/icon.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { manualResultsContract, type ManualRaceView, type ManualResultView } from '../contract.ts'
import { DiscardDraft } from './back/discard-draft.tsx'
import { DiscardFile } from './back/discard-file.tsx'
import { Reopened } from './back/reopen.tsx'
import { Withdrawals } from './back/withdrawals.tsx'
import { hasUnsaved, useDraft } from './draft-storage.ts'
import css from './manual.module.css'
import { Publish } from './publish.tsx'
import { RaceRow } from './race-row.tsx'
import { bodyOf, moveTo, setOut, withoutGaps, setTime, timeFaults, without, type RaceDraft } from './race-state.ts'
import { useRowDrag } from './row-drag.ts'

const ImportDialog = lazyPart(() => import('./import/import-dialog.tsx'), 'ImportDialog')

/** One race of a manual session as its admins keep it: places, times, who did not finish; saved as a draft, published with all others. */
export function ManualRace(props: { readonly sessionId: string; readonly raceNo: number }) {
  const { data } = useAsk(manualResultsContract.manualResult, { eventId: props.sessionId as SessionId })
  const race = data?.raceResults.find(({ raceNo }) => raceNo === props.raceNo)
  if (!data || !race) return <Skeleton rows={6} height={56} />
  return <Race key={race.raceNo} sessionId={props.sessionId} race={race} view={data} />
}

function Race(props: { readonly sessionId: string; readonly race: ManualRaceView; readonly view: ManualResultView }) {
  const { sessionId, race, view } = props
  const text = useTexts('manual-results')
  const format = useFormat()
  const { draft, change, forget, isOvertaken } = useDraft(sessionId, race)
  const [isImporting, setImporting] = useState(false)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const save = useSend(manualResultsContract.SaveRaceResult, {
    said: text('manual.saved', { no: race.raceNo }),
    handles: ['VERSION_CONFLICT'],
    onDone: forget,
  })
  const faults = timeFaults(draft)
  const isOff = save.isSending || !view.may.edit
  const keepFocus = useKeptFocus(list)
  const edit = (next: RaceDraft): void => {
    save.reset()
    change(next)
  }
  const move = (entryId: string, position: number): void => {
    if (position < 1 || position > draft.rows.length) return
    const next = moveTo(draft, entryId, position)
    const row = next.rows.find((one) => one.entryId === entryId)!
    keepFocus()
    edit(next)
    setSaid(text('manual.moved', { name: row.participant.name ?? '', position: row.position, count: next.rows.length }))
  }
  const { drag, start } = useRowDrag(list, move)
  const from = draft.rows.findIndex((row) => row.entryId === drag?.entryId)
  const markOf = (index: number): 'before' | 'after' | null => {
    if (!drag || drag.to === from || index !== drag.to) return null
    return drag.to < from ? 'before' : 'after'
  }
  const refusedAt = save.refusal?.field ?? ''
  const faultOf = (entryId: string, index: number): string | undefined => {
    const fault = faults.get(entryId)
    if (fault) return text(`manual.fault.${fault}`)
    return refusedAt.startsWith(`entryResults.${index}.`) ? save.refusal?.message : undefined
  }
  return (
    <div className={css.race}>
      {view.reopened && <Reopened reason={view.reopened.reason} />}
      <div className={css.bar}>
        <p className={css.state}>
          {race.saved && race.savedAt ? text('manual.savedAt', { at: format.date(race.savedAt, 'dateTime', true) }) : text('manual.notSaved')}
          {race.importedFrom && ` · ${text('manual.importedFrom', { name: race.importedFrom })}`}
          {draft.isChanged && <strong> · {text('manual.unsaved')}</strong>}
        </p>
        <div className={css.tools}>
          {view.may.edit && race.importedFileId && <DiscardFile file={{ id: race.importedFileId, name: race.importedFrom ?? '' }} onDone={forget} />}
          {view.may.edit && race.savedAt && !race.importedFileId && <DiscardDraft sessionId={sessionId} race={race} onDone={forget} />}
          {view.may.importFile && (
            <Button disabled={save.isSending} onClick={() => setImporting(true)}>
              {text('import.open')}
            </Button>
          )}
          <Button
            look={race.saved && !draft.isChanged ? 'secondary' : 'primary'}
            busy={save.isSending}
            disabled={isOff || faults.size > 0 || draft.rows.length === 0 || (race.saved && !draft.isChanged) || isOvertaken}
            onClick={() => void save.send(bodyOf(race.raceNo, draft), { id: sessionId })}
          >
            {text('manual.save')}
          </Button>
        </div>
      </div>
      {(isOvertaken || save.refusal?.code === 'VERSION_CONFLICT') && (
        <p className={css.overtaken} role="alert">
          <Icon name="warning" size={18} /> {text('manual.overtaken')}
          <Button size="small" onClick={forget}>
            {text('manual.loadTheirs')}
          </Button>
        </p>
      )}
      {save.refusal && !refusedAt.includes('.') && save.refusal.code !== 'VERSION_CONFLICT' && <p className={css.fault}>{save.refusal.message}</p>}
      {draft.rows.length === 0 ? (
        <EmptyState title={text('manual.nobody')}>{text('manual.nobodyWords')}</EmptyState>
      ) : (
        <>
          <p className={css.hint}>{text('manual.how')}</p>
          <ol ref={list} className={css.rows} aria-label={text('manual.rows', { no: race.raceNo })}>
            {draft.rows.map((row, index) => (
              <RaceRow
                key={row.entryId}
                row={row}
                last={draft.rows.length}
                disabled={isOff}
                held={drag?.entryId === row.entryId}
                mark={markOf(index)}
                fault={faultOf(row.entryId, index)}
                orders={{
                  move: (position) => move(row.entryId, position),
                  type: (typed) => edit(setTime(draft, row.entryId, typed)),
                  settle: () => draft.isChanged && change(withoutGaps(draft, row.entryId)),
                  out: (some) => {
                    keepFocus()
                    edit(setOut(draft, row.entryId, some))
                  },
                  remove: () => edit(without(draft, row.entryId)),
                  drag: (event) => start(event, row.entryId, index),
                }}
              />
            ))}
          </ol>
        </>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
      <Publish sessionId={sessionId} view={view} isChanged={draft.isChanged || hasUnsaved(sessionId)} />
      <Withdrawals all={view.withdrawals} />
      {isImporting && (
        <ImportDialog sessionId={sessionId} raceNo={race.raceNo > 1 ? race.raceNo : undefined} onClose={() => setImporting(false)} onDone={forget} />
      )}
    </div>
  )
}

/** A row that moves takes the focus with it: the browser drops it from an element that is put elsewhere. */
function useKeptFocus(list: { readonly current: HTMLElement | null }): () => void {
  const wanted = useRef<{ readonly entry: string; readonly control: string } | null>(null)
  useEffect(() => {
    const found = wanted.current
    wanted.current = null
    if (!found) return
    const row = list.current?.querySelector(`[data-entry="${CSS.escape(found.entry)}"]`)
    const control = row?.querySelector<HTMLElement & { disabled?: boolean }>(`[data-control="${found.control}"]`)
    const open = control?.disabled ? row?.querySelector<HTMLElement>('[data-control]:not(:disabled)') : control
    if (open && document.activeElement !== open) open.focus()
  })
  return () => {
    const at = document.activeElement
    const entry = at?.closest<HTMLElement>('[data-entry]')?.dataset['entry']
    const control = at instanceof HTMLElement ? at.dataset['control'] : undefined
    wanted.current = entry && control ? { entry, control } : null
  }
}
