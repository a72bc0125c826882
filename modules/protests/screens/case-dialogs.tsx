import { useDraft } from '#web/kit/edit/draft.ts'
import { useSend } from '#web/kit/send.ts'
import { useTexts } from '#web/kit/texts.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { FormNotes } from '#web/ui/form/form-notes.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextArea, TextField } from '#web/ui/form/text-field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { protestsContract as calls, type ReportView } from '../contract.ts'
import { PROTEST_TEXT } from '../rules.ts'
import { videoOf } from '../rules/video-link.ts'
import { textFault } from './words.ts'

type Props = { readonly report: ReportView; readonly onClose: () => void }

/** What the reported driver says to it, once. */
export function AnswerDialog({ report, onClose }: Props) {
  const text = useTexts('protests')
  const draft = useDraft({ answer: '' }, { draft: `protest-answer ${report.id}` })
  const { answer } = draft.values
  const fault = textFault(text, answer)
  const send = useSend(calls.AnswerReport, {
    said: text('answer.sent'),
    onDone: () => {
      draft.done()
      onClose()
    },
  })
  return (
    <Dialog
      title={text('answer.title')}
      size="small"
      onClose={onClose}
      actions={
        <Button type="submit" form="protest-answer" look="primary" disabled={fault !== null} busy={send.isSending}>
          {text('answer.send')}
        </Button>
      }
    >
      <Form id="protest-answer" label={text('answer.title')} onSubmit={() => send.send({ text: answer.trim() }, { id: report.id })}>
        <FormNotes of={draft.notes} />
        <p>{text('answer.words')}</p>
        <TextArea
          label={text('answer.label')}
          rows={4}
          maxLength={PROTEST_TEXT.max}
          value={answer}
          onChange={(typed) => draft.put({ answer: typed })}
          error={send.errorAt('text') ?? (answer === '' ? null : fault)}
        />
      </Form>
    </Dialog>
  )
}

/** Why the decision is wrong, with a video. */
export function AppealDialog({ report, onClose }: Props) {
  const text = useTexts('protests')
  const draft = useDraft({ note: '', videoURL: '' }, { draft: `protest-appeal ${report.id}` })
  const { note, videoURL } = draft.values
  const fault = textFault(text, note)
  const isVideo = videoOf(videoURL.trim()) !== null
  const send = useSend(calls.AppealReport, {
    said: text('appeal.sent'),
    onDone: () => {
      draft.done()
      onClose()
    },
  })
  const title = text('appeal.title', { no: report.leagueReportNo })
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <Button type="submit" form="protest-appeal" look="primary" disabled={fault !== null || !isVideo} busy={send.isSending}>
          {text('appeal.send')}
        </Button>
      }
    >
      <Form id="protest-appeal" label={title} onSubmit={() => send.send({ note: note.trim(), videoURL: videoURL.trim() }, { id: report.id })}>
        <FormNotes of={draft.notes} />
        <p>{text('appeal.words')}</p>
        <TextArea
          label={text('appeal.label')}
          rows={4}
          maxLength={PROTEST_TEXT.max}
          value={note}
          onChange={(typed) => draft.put({ note: typed })}
          error={send.errorAt('note') ?? (note === '' ? null : fault)}
        />
        <TextField
          label={text('form.video')}
          hint={text('form.videoHint')}
          type="url"
          inputMode="url"
          value={videoURL}
          onChange={(typed) => draft.put({ videoURL: typed })}
          error={send.errorAt('videoURL') ?? (videoURL.trim() === '' || isVideo ? null : text('form.videoWrong'))}
        />
      </Form>
    </Dialog>
  )
}
