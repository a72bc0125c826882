import { useState } from 'react'
import type { SessionId } from '#core/ids.ts'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { lazyPart } from '#web/kit/lazy.tsx'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { resultsContract, type ResultFileView } from '../contract.ts'
import { manualContract } from '../contract/manual.ts'
import css from './result-files.module.css'

const ImportDialog = lazyPart(() => import('./manual/import-dialog.tsx'), 'ImportDialog')
const TONES = { READ: 'good', PENDING: 'quiet', UNREADABLE: 'warn', SUPERSEDED: 'quiet' } as const

/** For admins: every file the race hosts brought, why one cannot be read, and another try. */
export function ResultFiles(props: { readonly sessionId: string; readonly manual: boolean }) {
  const text = useTexts('results')
  const { data } = useAsk(resultsContract.resultFiles, { id: props.sessionId })
  const may = useAsk(manualContract.manualResult, { eventId: props.sessionId as SessionId }).data?.may
  const [isImporting, setImporting] = useState(false)
  return (
    <Section title={text('files.title')} aside={may?.importFile && <Button onClick={() => setImporting(true)}>{text('files.import')}</Button>}>
      {!data && <Skeleton rows={2} height={52} />}
      {data?.files.length === 0 && <p className={css.none}>{text('files.none')}</p>}
      {data && data.files.length > 0 && (
        <CardList>
          {data.files.map((file) => (
            <FileRow key={file.id} file={file} mayRetry={!props.manual} />
          ))}
        </CardList>
      )}
      {isImporting && <ImportDialog sessionId={props.sessionId} onClose={() => setImporting(false)} />}
    </Section>
  )
}

/** What a file of a session kept by hand held stands in its drafts: reading it again would change nothing there. */
function FileRow(props: { readonly file: ResultFileView; readonly mayRetry: boolean }) {
  const { file } = props
  const text = useTexts('results')
  const format = useFormat()
  const { send, isSending } = useSend(resultsContract.RetryReading, { said: text('files.retried') })
  return (
    <div className={css.file}>
      <div className={css.words}>
        <strong className={css.name}>{file.name}</strong>
        <span className={css.more}>
          {text('filter.splitOf', { no: String(file.splitNo) })}
          {file.type && ` · ${text(`tab.${file.type}`)}`} · <time dateTime={file.time}>{format.date(file.time, 'dateTime', true)}</time>
        </span>
        {file.code && <span className={css.reason}>{text(`files.codes.${file.code}`)}</span>}
        {file.reason && <span className={css.more}>{file.reason}</span>}
        {file.warnings.map((warning) => (
          <span key={warning} className={css.reason}>
            {warning}
          </span>
        ))}
      </div>
      <Chip tone={TONES[file.status]}>{text(`files.${file.status}`)}</Chip>
      {props.mayRetry && (file.status === 'READ' || file.status === 'UNREADABLE') && (
        <Button size="small" busy={isSending} aria-label={text('files.retryOf', { name: file.name })} onClick={() => void send({}, { id: file.id })}>
          {text('files.retry')}
        </Button>
      )}
    </div>
  )
}
