import { useEffect, useRef, useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { useAsk, useAskNow } from '#web/kit/ask.ts'
import { useEdit } from '#web/kit/edit/edit.ts'
import { useHasDraft } from '#web/kit/edit/kept.ts'
import type { Version } from '#web/kit/edit/typed.ts'
import { useFormat } from '#web/kit/format.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { useRowDrag } from '#web/ui/form/row-drag.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { manualResultsContract, type ManualRaceView, type ManualResultView } from '../contract.ts'
import { DiscardDraft } from './back/discard-draft.tsx'
import { DiscardFile } from './back/discard-file.tsx'
import { Reopened } from './back/reopen.tsx'
import { Withdrawals } from './back/withdrawals.tsx'
import css from './manual.module.css'
import { Publish } from './publish.tsx'
import { RaceRow } from './race-row.tsx'
import {
  bodyOf,
  draftOf,
  moveTo,
  setOut,
  setTime,
  timeFaults,
  valuesOf,
  without,
  withoutGaps,
  withValues,
  type RaceDraft,
  type RaceValues,
} from './race-state.ts'
import { raceDraft, raceDrafts } from './race-drafts.ts'

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
  const askNow = useAskNow()
  const [isImporting, setImporting] = useState(false)
  const [said, setSaid] = useState('')
  const [savedV, setSavedV] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  const save = useSend(manualResultsContract.SaveRaceResult, {
    said: text('manual.saved', { no: race.raceNo }),
    onDone: ({ v }) => setSavedV(v),
  })
  const named = (entryId: string): string => race.entryResults.find((row) => row.entryId === entryId)?.participant.name ?? text('manual.removed')
  const editing = useEdit<RaceValues, Seen>({
    draft: raceDraft(sessionId, race.raceNo),
    present: versionOf(race),
    ask: async () => {
      const { raceResults } = await askNow(manualResultsContract.manualResult, { eventId: sessionId as SessionId })
      return versionOf(raceResults.find(({ raceNo }) => raceNo === race.raceNo) ?? race)
    },
    save: async ({ v, values }, seen) => {
      const draft = withValues(seen.race, values)
      return timeFaults(draft).size > 0 ? null : save.attempt(bodyOf(race.raceNo, v, draft), { id: sessionId })
    },
    naming: {
      label: ([part, entryId]) => (part === 'order' ? text('manual.rows', { no: race.raceNo }) : named(entryId!)),
      show: ([part], value) => {
        if (part === 'order') return (value as RaceValues['order']).map((entryId, index) => `${index + 1}. ${named(entryId)}`).join('\n')
        const [typed = '', isDNF, isSkip] = (value as RaceValues['rows'][string] | undefined) ?? []
        return isDNF ? text('manual.dnf') : isSkip ? text('manual.skipped') : typed || undefined
      },
    },
  })
  const draft = withValues(race, editing.values)
  const isElsewhere = useHasDraft(raceDrafts(sessionId))
  const forget = editing.startAnew
  const faults = timeFaults(draft)
  const isOff = editing.isSaving || !view.may.edit
  const keepFocus = useKeptFocus(list)
  const edit = (next: RaceDraft): void => {
    save.reset()
    editing.put(valuesOf(next))
  }
  const move = (entryId: string, position: number): void => {
    if (position < 1 || position > draft.rows.length) return
    const next = moveTo(draft, entryId, position)
    const row = next.rows.find((one) => one.entryId === entryId)!
    keepFocus()
    edit(next)
    setSaid(text('manual.moved', { name: row.participant.name ?? '', position: row.position, count: next.rows.length }))
  }
  const { grab, look } = useRowDrag(list, (entryId, to) => move(entryId, to + 1))
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
          {editing.isTouched && <strong> · {text('manual.unsaved')}</strong>}
        </p>
        <div className={css.tools}>
          {view.may.edit && race.importedFileId && <DiscardFile file={{ id: race.importedFileId, name: race.importedFrom ?? '' }} onDone={forget} />}
          {view.may.edit && race.savedAt && !race.importedFileId && <DiscardDraft sessionId={sessionId} race={race} onDone={forget} />}
          {view.may.importFile && (
            <Button disabled={editing.isSaving} onClick={() => setImporting(true)}>
              {text('import.open')}
            </Button>
          )}
          <Button
            look={race.saved && !editing.isTouched ? 'secondary' : 'primary'}
            busy={editing.isSaving}
            disabled={isOff || faults.size > 0 || draft.rows.length === 0 || (race.saved && !editing.isTouched)}
            onClick={() => void editing.save()}
          >
            {text('manual.save')}
          </Button>
        </div>
      </div>
      <FormNotes of={editing.notes} />
      {save.refusal && !refusedAt.includes('.') && <p className={css.fault}>{save.refusal.message}</p>}
      {draft.rows.length === 0 ? (
        <EmptyState title={text('manual.nobody')}>{text('manual.nobodyWords')}</EmptyState>
      ) : (
        <>
          <p className={css.hint}>
            {text('manual.how')} <span className="by-keys">{text('manual.howByKeys')}</span>
          </p>
          <ol ref={list} className={css.rows} aria-label={text('manual.rows', { no: race.raceNo })}>
            {draft.rows.map((row, index) => (
              <RaceRow
                key={row.entryId}
                row={row}
                last={draft.rows.length}
                disabled={isOff}
                look={look(row.entryId, index)}
                fault={faultOf(row.entryId, index)}
                orders={{
                  move: (position) => move(row.entryId, position),
                  type: (typed) => edit(setTime(draft, row.entryId, typed)),
                  settle: () => editing.isTouched && editing.put(valuesOf(withoutGaps(draft, row.entryId))),
                  out: (some) => {
                    keepFocus()
                    edit(setOut(draft, row.entryId, some))
                  },
                  remove: () => edit(without(draft, row.entryId)),
                  drag: (event) => grab(event, row.entryId, index),
                }}
              />
            ))}
          </ol>
        </>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
      <Publish sessionId={sessionId} view={view} isChanged={editing.isTouched || isElsewhere} isSettling={savedV > race.v} />
      <Withdrawals all={view.withdrawals} />
      {isImporting && (
        <ImportDialog sessionId={sessionId} raceNo={race.raceNo > 1 ? race.raceNo : undefined} onClose={() => setImporting(false)} onDone={forget} />
      )}
    </div>
  )
}

type Seen = Version<RaceValues> & { readonly race: ManualRaceView }

const versionOf = (race: ManualRaceView): Seen => ({ v: race.v, values: valuesOf(draftOf(race)), race })

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
