import { useEffect, useId, useRef, useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import type { SentOf } from '#core/contract.ts'
import { useAskNow } from '#web/kit/ask.ts'
import { useRefusalWords } from '#web/kit/connection/words.ts'
import { useDraft } from '#web/kit/edit/draft.ts'
import { useForgetDraft } from '#web/kit/edit/kept.ts'
import { isRefusal, RefusalError } from '#web/kit/http.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Progress } from '#web/ui/data/progress.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { importContract, type ImportPreview } from '../../contract/import.ts'
import { FILE_LIMIT } from '#modules/result-files/rules.ts'
import css from './import.module.css'
import { PreviewMatches } from './preview-matches.tsx'
import { PreviewSessions } from './preview-sessions.tsx'
import { bodyOf, chosenOf, chosenOfKept, doublesOf, keptChoice, type Chosen, type KeptChoice } from './import-state.ts'
import { raceDraft } from '../race-drafts.ts'

type HandedIn = Pick<SentOf<typeof importContract.ImportResultFile>, 'name' | 'contentBase64'>
type Step = 'reading' | 'matching'
/** What is kept of it: the file too, where the browser has room for it. */
type Typed = { readonly file: HandedIn | null; readonly choice: KeptChoice | null }

const NOTHING: Typed = { file: null, choice: null }

/**
 * A result file handed in: picked, looked through by the server, its people matched by hand where that needs one, then kept. `raceNo`: the race
 * from which it was opened.
 */
export function ImportDialog(props: {
  readonly sessionId: string
  readonly raceNo?: number
  readonly onClose: () => void
  readonly onDone?: () => void
}) {
  const { sessionId } = props
  const text = useTexts('manual-results')
  const wordsOf = useRefusalWords()
  const ask = useAskNow()
  const forget = useForgetDraft()
  const draft = useDraft(NOTHING, { draft: `import ${sessionId} ${props.raceNo ?? ''}` })
  const { file, choice } = draft.values
  const chosen = chosenOfKept(choice)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const [fault, setFault] = useState<string | RefusalError | null>(null)
  const take = useSend(importContract.ImportResultFile, {
    said: text('import.iracing_result_imported'),
    handles: ['VERSION_CONFLICT'],
    onDone: ({ raceNos }) => {
      draft.done()
      for (const raceNo of raceNos) forget(raceDraft(sessionId, raceNo))
      props.onDone?.()
      props.onClose()
    },
  })
  // what comes of a file that has been laid aside meanwhile is of no use any more
  const looks = useRef(0)
  /** `isSame`: with the people that are matched in it, those matched while it is looked through included. */
  const look = async (handedIn: HandedIn, wanted: Chosen, isSame: boolean): Promise<void> => {
    const isMine = isLatest(looks)
    setStep('matching')
    try {
      const found = await ask(importContract.importPreview, { eventId: sessionId as SessionId, ...handedIn, ...bodyOf(wanted) })
      if (!isMine()) return
      const matches = isSame ? chosenOfKept(draft.current().choice).matches : wanted.matches
      setPreview(found)
      draft.put({ file: handedIn, choice: keptChoice(chosenOf(found, { ...wanted, matches })) })
      setFault(null)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (isMine()) setFault(error)
    } finally {
      if (isMine()) setStep(null)
    }
  }
  // a file of an earlier visit is looked through anew: the event may have gone on
  const [lookFirst] = useState(() => () => file && look(file, chosen, true))
  useEffect(() => void lookFirst(), [lookFirst])
  const startAnew = (): void => {
    isLatest(looks)
    setStep(null)
    setPreview(null)
    setFault(null)
    take.reset()
    draft.notes.startAnew()
  }
  const pick = async (picked: File | undefined): Promise<void> => {
    if (!picked) return
    const isMine = isLatest(looks)
    take.reset()
    setFault(null)
    setPreview(null)
    setStep(null)
    if (picked.size > FILE_LIMIT) return setFault(text('import.tooLarge', { megabytes: FILE_LIMIT / 1024 / 1024 }))
    setStep('reading')
    const contentBase64 = await base64Of(picked).catch(() => null)
    if (!isMine()) return
    if (contentBase64 === null) {
      setStep(null)
      return setFault(text('import.failed'))
    }
    await look({ name: picked.name.slice(0, 200), contentBase64 }, { matches: new Map(), raceNo: props.raceNo }, false)
  }
  const again = (some: Partial<Chosen>): void => {
    take.reset()
    if (file) void look(file, { ...chosen, ...some }, some.matches === undefined)
  }
  const doubles = preview ? doublesOf(preview, chosen) : new Set<number>()
  const takes = preview?.sessions.some((session) => session.take) ?? false
  return (
    <Dialog
      title={text('import.title')}
      size="wide"
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{text('import.cancel')}</Button>
          <Button
            look="primary"
            busy={take.isSending}
            disabled={!file || !preview || !takes || step !== null || doubles.size > 0}
            onClick={() => file && preview && void take.send({ ...file, ...bodyOf(chosen), v: preview.v }, { id: sessionId })}
          >
            {text(preview?.target === 'SEGMENTS' ? 'import.keepSegments' : 'import.keepDrafts')}
          </Button>
        </>
      }
    >
      <FormNotes of={{ ...draft.notes, startAnew }} />
      <FileBox name={file?.name ?? null} busy={step !== null} onPick={(picked) => void pick(picked)} />
      {step && <Progress step={text(`import.step.${step}`)} value={step === 'reading' ? 0.3 : 0.7} />}
      <p className={css.fault} role="alert">
        {(fault instanceof RefusalError ? wordsOf(fault) : fault) ??
          (take.refusal?.code === 'VERSION_CONFLICT' ? text('import.overtaken') : take.refusal?.message)}
        {(take.refusal?.code === 'VERSION_CONFLICT' || (fault && file && !preview)) && (
          <Button size="small" onClick={() => again({})}>
            {text('import.lookAgain')}
          </Button>
        )}
      </p>
      {preview && (
        <>
          {preview.notes.map((note) => (
            <p key={note} className={css.note}>
              {text(`import.note.${note}`)}
            </p>
          ))}
          <PreviewSessions preview={preview} chosen={chosen} busy={step !== null} onChange={again} />
          <PreviewMatches
            preview={preview}
            chosen={chosen}
            doubles={doubles}
            onChange={(participant, entryId) =>
              draft.put({ choice: keptChoice({ ...chosen, matches: new Map([...chosen.matches, [participant, entryId]]) }) })
            }
          />
        </>
      )}
    </Dialog>
  )
}

/** Begins something that makes what began before it late; answers whether nothing has begun since. */
function isLatest(counter: { current: number }): () => boolean {
  const own = ++counter.current
  return () => counter.current === own
}

/** A file is picked, or dropped here. */
function FileBox(props: { readonly name: string | null; readonly busy: boolean; readonly onPick: (file: File | undefined) => void }) {
  const text = useTexts('manual-results')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  return (
    // a convenience for the mouse beside the button
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={css.file}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!props.busy) props.onPick(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        id={id}
        type="file"
        accept=".json,.xml,.txt,application/json,text/xml"
        className="unseen"
        tabIndex={-1}
        aria-label={text('import.pick')}
        onChange={(event) => {
          props.onPick(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button busy={props.busy} onClick={() => input.current?.click()}>
        {text(props.name ? 'import.pickOther' : 'import.pick')}
      </Button>
      <span className={css.name}>{props.name ?? text('import.dropHere')}</span>
      <p className={css.hint}>{text('import.words')}</p>
    </div>
  )
}

/** The file's bytes in base64, as the browser itself turns them. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const url = String(reader.result)
      resolve(url.slice(url.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(file)
  })
