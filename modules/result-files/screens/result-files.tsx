import type { ReactNode } from 'react'
import { useAsk } from '#web/kit/ask.ts'
import { useFormat } from '#web/kit/format.ts'
import { useLive } from '#web/kit/live.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Section } from '#web/ui/layout/page.tsx'
import { CardList } from '#web/ui/layout/card.tsx'
import { Skeleton } from '#web/ui/layout/skeleton.tsx'
import { Chip } from '#web/ui/mark/chip.tsx'
import { resultFilesContract, type ResultFileView } from '../contract.ts'
import { saidOf } from '../rules/said.ts'
import css from './result-files.module.css'

const TONES = { READ: 'good', PENDING: 'quiet', UNREADABLE: 'warn', SUPERSEDED: 'quiet', DISCARDED: 'quiet' } as const

/** What else can be done with a file. */
type Tools = (file: ResultFileView) => ReactNode

/** For admins: every file the race hosts brought, why one cannot be read, and another try. */
export function ResultFiles(props: { readonly sessionId: string; readonly manual: boolean; readonly aside?: ReactNode; readonly tools?: Tools }) {
  const text = useTexts('result-files')
  useLive([`files:${props.sessionId}`])
  const { data } = useAsk(resultFilesContract.resultFiles, { id: props.sessionId })
  return (
    <Section title={text('title')} aside={props.aside}>
      {!data && <Skeleton rows={2} height={52} />}
      {data?.files.length === 0 && <p className={css.none}>{text('none')}</p>}
      {data && data.files.length > 0 && (
        <CardList>
          {data.files.map((file) => (
            <FileRow key={file.id} file={file} mayRetry={!props.manual} tools={props.tools} />
          ))}
        </CardList>
      )}
    </Section>
  )
}

/** What a file of a session kept by hand held stands in its drafts: reading it again would change nothing there. */
function FileRow(props: { readonly file: ResultFileView; readonly mayRetry: boolean; readonly tools: Tools | undefined }) {
  const { file } = props
  const text = useTexts('result-files')
  const words = useTexts('results')
  const format = useFormat()
  const { send, isSending } = useSend(resultFilesContract.RetryReading, { said: text('retried') })
  return (
    <div className={css.file}>
      <div className={css.words}>
        <strong className={css.name}>{file.name}</strong>
        <span className={css.more}>
          {words('filter.splitOf', { no: String(file.splitNo) })}
          {file.type && ` · ${words(`tab.${file.type}`)}`} · <time dateTime={file.time}>{format.date(file.time, 'dateTime', true)}</time>
        </span>
        {file.code && <span className={css.reason}>{text(`codes.${file.code}`)}</span>}
        {file.reason && <SaidOf sentence={file.reason} look={css.more} />}
        {file.warnings.map((warning) => (
          <SaidOf key={warning} sentence={warning} look={css.reason} />
        ))}
      </div>
      <Chip tone={TONES[file.status]}>{text(`${file.status}`)}</Chip>
      {props.mayRetry && (file.status === 'READ' || file.status === 'UNREADABLE') && (
        <Button size="small" busy={isSending} aria-label={text('retryOf', { name: file.name })} onClick={() => void send({}, { id: file.id })}>
          {text('retry')}
        </Button>
      )}
      {props.tools?.(file)}
    </div>
  )
}

/** What its reader says of the file, in words of whoever looks. */
function SaidOf({ sentence, look }: { readonly sentence: string; readonly look: string | undefined }) {
  const text = useTexts('result-files')
  const said = saidOf(sentence)
  return said && <span className={look}>{text(`said.${said.key}`, said.params)}</span>
}
